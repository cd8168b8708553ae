#include "emulator/session/planning.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "core/plan/model_writer.h"
#include "core/plan/placement_solver.h"
#include "core/profile/number_text.h"
#include "core/schema/access.h"
#include "core/schema/offline_plan_format.h"

namespace arenascope::session {

using plan::Buffer;
using plan::PlanReport;
using profile::Error;
using profile::ModelFile;
using profile::PlannedBuffer;
using profile::Report;
using profile::Result;

namespace {

// The planner's numbering begins at -1, with buffers that no operator uses.
Buffer lifetimeOf(const PlannedBuffer& buffer) {
  return {buffer.firstOp, buffer.lastOp + 1, static_cast<std::int64_t>(buffer.plannedBytes()), {}};
}

std::vector<Buffer> separately(const std::vector<PlannedBuffer>& planned) {
  std::vector<Buffer> buffers(planned.size());
  std::transform(planned.begin(), planned.end(), buffers.begin(), lifetimeOf);
  return buffers;
}

// The scratch buffers of one operator as one: wherever that fits, the interpreter finds room for each of them, in
// whatever order it places them.
std::vector<Buffer> scratchTogether(const std::vector<PlannedBuffer>& planned) {
  std::vector<Buffer> buffers = separately(planned);
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> blocks; // lifetime, and its first buffer
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (!planned[i].scratch) continue;
    const auto [block, isNew] = blocks.try_emplace({buffers[i].lower, buffers[i].upper}, i);
    if (isNew) continue;
    buffers[block->second].size += buffers[i].size;
    buffers[i].size = 0;
  }
  return buffers;
}

// Where the real interpreter looks up, for a variable of a later subgraph, whether it has an offset: as if the variable
// were the first subgraph's tensor of that number. An offset there would leave it without memory.
std::set<std::int32_t> mustStayOpen(const schema::Model& model) {
  std::set<std::int32_t> tensors;
  for (std::uint32_t s = 1; s < schema::count(model.subgraphs()); ++s) {
    const auto* all = model.subgraphs()->Get(s)->tensors();
    for (std::uint32_t t = 0; t < schema::count(all); ++t)
      if (all->Get(t)->is_variable()) tensors.insert(static_cast<std::int32_t>(t));
  }
  return tensors;
}

bool sameOutputs(const Report& a, const Report& b) {
  if (!a.invoked || !b.invoked || a.outputs.size() != b.outputs.size()) return false;
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(),
                    [](const profile::IoReport& x, const profile::IoReport& y) { return x.bytes == y.bytes; });
}

bool hasAccelerator(const profile::ModelInfo& model) {
  const std::vector<std::string> names = model.operatorNames();
  return std::find(names.begin(), names.end(), "ethos-u") != names.end();
}

class Planning {
public:
  Planning(const PlanRequest& request, const ProfileObserver& observer, RunControl& control)
      : request_(request), observer_(observer), control_(control) {}

  Result<PlanReport> run() {
    Result<ModelFile> file = ModelFile::load(request_.profile.model, request_.profile.limits);
    if (!file) return file.error();
    const Result<Report> before = profiled(*file, request_.profile.invoke);
    if (!before) return before.error();
    result_.planner = request_.planner;
    result_.before = *before;
    tensors_ = result_.before.model.tensorCount();
    if (!result_.before.arena) return *result_.before.error;
    if (hasAccelerator(result_.before.model))
      return Error{"plan",
                   request_.profile.model.string() +
                       ": the accelerator's compiler has planned this model's memory, and its commands depend on "
                       "that plan; ask the compiler for another one"};
    if (auto failed = loadPlain(*file)) return *failed;
    if (auto failed = place()) return *failed;
    result_.outputsIdentical = sameOutputs(result_.before, result_.after);
    if (result_.before.invoked && !result_.outputsIdentical)
      return Error{"plan", request_.profile.model.string() +
                               ": with the plan, the model does not give the same outputs; it was not written"};
    return std::move(result_);
  }

private:
  Result<Report> profiled(const ModelFile& file, bool invoke) {
    ProfileRequest request = request_.profile;
    request.file = file;
    request.invoke = invoke;
    return profileModel(request, observer_, control_);
  }

  Result<ModelFile> withPlan(const std::vector<std::int32_t>& offsets) {
    const Result<std::vector<std::uint8_t>> bytes = plan::withOfflinePlan(plain_->bytes(), offsets);
    if (!bytes) return bytes.error();
    return ModelFile::fromBytes(*bytes, request_.profile.model.string(), request_.profile.limits);
  }

  // The model as the interpreter's own planner places it: without a plan that it may come with.
  std::optional<Error> loadPlain(const ModelFile& file) {
    plain_ = file;
    if (!plan::hasOfflinePlan(file.model())) {
      takePlanned(result_.before);
      return std::nullopt;
    }
    Result<ModelFile> plain = withPlan(std::vector<std::int32_t>(tensors_, schema::kPlacedByPlanner));
    if (!plain) return plain.error();
    plain_ = *plain;
    const Result<Report> report = profiled(*plain_, false);
    if (!report) return report.error();
    if (!report->arena) return *report->error;
    takePlanned(*report);
    return std::nullopt;
  }

  void takePlanned(const Report& plain) {
    planned_ = plain.buffers;
    result_.greedyBytes = plain.arena->head;
    result_.peak = plan::peakOf(separately(planned_));
    result_.lowerBound = static_cast<std::uint64_t>(result_.peak.bytes);
  }

  std::optional<Error> place() {
    const std::vector<Buffer> apart = separately(planned_);
    if (request_.planner == profile::kLinearPlanner) return keepBetter(inARow(apart));
    // -1 everywhere: the interpreter does it itself.
    if (request_.planner == profile::kGreedyPlanner) return keepBetter({});
    const plan::Placement placement = search(apart);
    // Not of scratch buffers that are kept together: they may need more.
    result_.lowerBound = static_cast<std::uint64_t>(placement.lowerBound);
    if (auto failed = keepBetter(placement.offsets)) return failed;
    if (result_.after.arena->head == result_.lowerBound) return std::nullopt;
    if (auto failed = keepBetter(search(scratchTogether(planned_)).offsets)) return failed;
    return result_.after.arena->head > result_.greedyBytes ? keepBetter({}) : std::nullopt;
  }

  static plan::Offsets inARow(const std::vector<Buffer>& buffers) {
    plan::Offsets offsets;
    std::int64_t end = 0;
    for (const Buffer& buffer : buffers) {
      offsets.push_back(end);
      end += buffer.size;
    }
    return offsets;
  }

  plan::Placement search(const std::vector<Buffer>& buffers) {
    const auto start = std::chrono::steady_clock::now();
    plan::SolveOptions options;
    options.seconds = request_.seconds;
    options.stop = [&, told = std::pair<std::int64_t, std::int64_t>()](std::int64_t bytes, std::int64_t bound) mutable {
      const std::pair known(bytes, bound); // the same most of the times
      if (observer_.onProgress && std::exchange(told, known) != known)
        observer_.onProgress({.step = "searching a plan: " + profile::grouped(static_cast<std::uint64_t>(bytes)) +
                                      " bytes, none is below " + profile::grouped(static_cast<std::uint64_t>(bound))});
      return control_.cancelled.load();
    };
    plan::Placement placement = plan::solve(buffers, options);
    result_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return placement;
  }

  // Writes the offsets of tensors into the model and runs it. Keeps it where it is better than what there was.
  std::optional<Error> keepBetter(const plan::Offsets& offsets) {
    std::vector<std::int32_t> words(tensors_, schema::kPlacedByPlanner);
    const std::set<std::int32_t> open = mustStayOpen(plain_->model());
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if (!planned_[i].scratch && !open.contains(planned_[i].index))
        words[static_cast<std::size_t>(planned_[i].index)] = static_cast<std::int32_t>(offsets[i]);
    const Result<ModelFile> file = withPlan(words);
    if (!file) return file.error();
    Result<Report> report = profiled(*file, request_.profile.invoke);
    if (!report) return report.error();
    if (!report->arena) return *report->error;
    if (!result_.model.empty() && report->arena->head >= result_.after.arena->head) return std::nullopt;
    result_.after = std::move(*report);
    result_.model.assign(file->bytes().begin(), file->bytes().end());
    return std::nullopt;
  }

  const PlanRequest& request_;
  const ProfileObserver& observer_;
  RunControl& control_;
  PlanReport result_;
  std::optional<ModelFile> plain_;
  std::size_t tensors_ = 0; // of all subgraphs
  std::vector<PlannedBuffer> planned_;
};

} // namespace

std::vector<std::string> plannerNames() {
  return {plan::kOptimalPlanner, profile::kGreedyPlanner, profile::kLinearPlanner};
}

Result<PlanReport> planModel(const PlanRequest& request, const ProfileObserver& observer, RunControl& control) {
  try {
    return Planning(request, observer, control).run();
  } catch (const std::exception& error) {
    return Error{"plan", request.profile.model.string() + ": " + error.what()};
  }
}

} // namespace arenascope::session
