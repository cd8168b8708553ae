#include "service/optimize/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "core/model/rewrite/model_writer.h"
#include "core/model/rewrite/strip_writer.h"
#include "core/optimization/called_buffers.h"
#include "core/optimization/nested_placement.h"
#include "core/optimization/operator_order.h"
#include "core/optimization/report_buffers.h"
#include "core/planner/placement_solver.h"
#include "service/control/time_limit.h"
#include "service/control/to_result.h"
#include "service/profile/prepared_run.h"
#include "service/profile/watched_runs.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::PlanReport;
using planner::Buffer;
using report::PlannedBuffer;
using report::Report;

namespace {

// Places in the plan that must not get an offset. TFLM looks up a later subgraph's variable at its number in that
// subgraph, as if it were the first one's: an offset there would leave the variable without memory.
std::set<std::int32_t> mustStayOpen(const model::Graph& model) {
  std::set<std::int32_t> tensors;
  for (std::size_t s = 1; s < model.subgraphs.size(); ++s) {
    const std::vector<model::Tensor>& all = model.subgraphs[s].tensors;
    for (std::size_t t = 0; t < all.size(); ++t)
      if (all[t].isVariable) tensors.insert(static_cast<std::int32_t>(t));
  }
  return tensors;
}

// In the subgraph's present order of operators.
std::vector<std::string> permuted(const std::vector<std::string>& names, const std::vector<std::int32_t>& order) {
  std::vector<std::string> result;
  if (!names.empty())
    for (const std::int32_t op : order) result.push_back(names[static_cast<std::size_t>(op)]);
  return result;
}

// One buffer per step for all scratch memory, as large as in the run that needs most: within it every interpreter can
// place its own scratch buffers, in any order.
std::vector<PlannedBuffer> scratchTogether(const std::vector<const std::vector<PlannedBuffer>*>& runs) {
  std::vector<PlannedBuffer> together;
  for (const PlannedBuffer& buffer : *runs.front())
    if (!buffer.scratch) together.push_back(buffer);
  std::map<std::pair<PlannerStep, PlannerStep>, std::uint64_t> largest; // by lifetime
  for (const std::vector<PlannedBuffer>* run : runs) {
    std::map<std::pair<PlannerStep, PlannerStep>, std::uint64_t> own;
    for (const PlannedBuffer& buffer : *run)
      if (buffer.scratch) own[{buffer.firstOp, buffer.lastOp}] += buffer.plannedBytes();
    for (const auto& [lifetime, bytes] : own) largest[lifetime] = std::max(largest[lifetime], bytes);
  }
  for (const auto& [lifetime, bytes] : largest) {
    PlannedBuffer& block = together.emplace_back();
    block.scratch = true;
    block.bytes = bytes;
    block.firstOp = lifetime.first;
    block.lastOp = lifetime.second;
  }
  return together;
}

std::uint64_t headsOf(const std::vector<Report>& reports) {
  return std::accumulate(reports.begin(), reports.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Report& report) { return sum + report.arena->head; });
}

class PlanSearch {
public:
  PlanSearch(const PlanRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control), variants_(request.also),
        left_(request.seconds ? planner::kNoEnd : request.steps), seconds_(request.seconds.value_or(kMostPlanSeconds)) {
    variants_.insert(variants_.begin(), {request.profile.target, request.profile.kernels});
  }

  Result<PlanReport> run() {
    const Result<ModelFile> file = modelOf(request_.profile);
    if (!file) return file.error();
    Result<std::vector<Report>> before = profiled(*file, request_.profile.invoke && request_.prove);
    if (!before) return before.error();
    tensors_ = before->front().model.tensorCount();
    if (before->front().model.accelerated())
      return Error{Stage::kPlan, request_.profile.model.string() +
                                     ": the accelerator's compiler has planned this model's memory, and its commands "
                                     "depend on that plan; let the compiler make another one"};
    // The model without a plan it may have, as the interpreter's own planner places it.
    Result<ModelFile> plain = file;
    const bool planned = !file->graph().offlinePlans.empty();
    if (planned) plain = withPlan(*file, openPlan());
    if (!plain) return plain.error();
    const Result<std::vector<Report>> asPlanned = planned ? profiled(*plain, false) : before;
    if (!asPlanned) return asPlanned.error();
    setBounds(*asPlanned);
    if (!request_.parts)
      if (auto failed = place(*plain, *asPlanned, {})) return *failed;
    if (request_.order == optimization::Ordering::kBest)
      if (auto failed = reorder(*plain, *asPlanned)) return *failed;
    if (request_.overlap || request_.parts)
      if (auto failed = overlap(*plain, *asPlanned)) return *failed;
    return answer(*before, *asPlanned);
  }

private:
  struct Candidate {
    ModelFile file;
    std::vector<Report> reports; // without an inference
    std::vector<std::vector<std::int32_t>> order;
    std::optional<std::uint64_t> bound; // bytes; for a plan with overlap
    bool overlaps = false;              // outputs overlap inputs
  };

  // One report per target of the plan. Fails if allocation fails on one.
  Result<std::vector<Report>> profiled(const ModelFile& file, bool invoke) {
    std::vector<Report> reports;
    for (const PlanRequest::Variant& variant : variants_) {
      Result<Report> report = profileModel(requestFor(request_.profile, variant, file, invoke), observer_, control_);
      if (!report) return report.error();
      if (!report->arena) return *report->error;
      reports.push_back(std::move(*report));
    }
    return reports;
  }

  Result<ModelFile> withPlan(const ModelFile& file, const std::vector<std::int32_t>& offsets,
                             const std::string& note = {}) {
    const Result<std::vector<std::uint8_t>> bytes = rewrite::withOfflinePlan(file.bytes(), offsets, note);
    if (!bytes) return bytes.error();
    return ModelFile::fromBytes(*bytes, request_.profile.model.string(), request_.profile.limits);
  }

  // Leaves all tensors to the interpreter.
  std::vector<std::int32_t> openPlan() const { return std::vector<std::int32_t>(tensors_, model::kPlacedByPlanner); }

  static std::vector<const std::vector<PlannedBuffer>*> buffersOf(const std::vector<Report>& reports) {
    std::vector<const std::vector<PlannedBuffer>*> buffers;
    for (const Report& report : reports) buffers.push_back(&report.buffers);
    return buffers;
  }

  void setBounds(const std::vector<Report>& reports) {
    bounds_.clear();
    for (const Report& report : reports)
      bounds_.push_back(static_cast<std::uint64_t>(planner::peakOf(optimization::lifetimesOf(report.buffers)).bytes));
  }

  // Finds a plan for a model and adds it to the candidates; `plain` are reports without a plan.
  std::optional<Error> place(const ModelFile& file, const std::vector<Report>& plain,
                             const std::vector<std::vector<std::int32_t>>& order) {
    // -1 for all: the interpreter places them.
    if (request_.planner == optimization::Method::kGreedy) return tryOut(file, {}, {}, order);
    const std::vector<PlannedBuffer>& own = plain.front().buffers;
    if (request_.planner == optimization::Method::kLinear)
      return tryOut(file, own, inARow(optimization::lifetimesOf(own)), order);
    if (auto wrong = wrongPins(own)) return wrong;
    if (plain.size() == 1) {
      const planner::Placement placement = search(withPins(own));
      if (auto failed = tryOut(file, own, placement.offsets, order)) return failed;
      if (order.empty() && request_.pinned.empty()) bounds_.front() = static_cast<std::uint64_t>(placement.lowerBound);
      if (candidates_.back().reports.front().arena->head == bounds_.front()) return std::nullopt;
    }
    // Merged scratch buffers may need more, but fit for certain.
    const std::vector<PlannedBuffer> together = scratchTogether(buffersOf(plain));
    if (auto failed = tryOut(file, together, search(withPins(together)).offsets, order)) return failed;
    const bool worse = headsOf(candidates_.back().reports) > headsOf(plain) && request_.pinned.empty();
    return worse ? tryOut(file, {}, {}, order) : std::nullopt;
  }

  std::vector<Buffer> withPins(const std::vector<PlannedBuffer>& planned) const {
    std::vector<Buffer> buffers = optimization::lifetimesOf(planned);
    for (std::size_t i = 0; i < buffers.size(); ++i)
      if (const auto pin = request_.pinned.find(planned[i].index); pin != request_.pinned.end() && !planned[i].scratch)
        buffers[i].fixed = pin->second;
    return buffers;
  }

  std::optional<Error> wrongPins(const std::vector<PlannedBuffer>& planned) const {
    const std::vector<Buffer> buffers = withPins(planned);
    for (std::size_t a = 0; a < buffers.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (buffers[a].fixed && buffers[b].fixed && inUseTogether(buffers[a], buffers[b]) &&
            shareBytes(buffers[a], *buffers[a].fixed, buffers[b], *buffers[b].fixed))
          return Error{Stage::kPlan, planned[a].name + " and " + planned[b].name +
                                         " cannot both keep their places: they share bytes while both are in use"};
    return std::nullopt;
  }

  std::optional<Error> reorder(const ModelFile& plain, const std::vector<Report>& reports) {
    const TimeLimit limit((seconds_ - searched_) / 2); // the rest is for its plan
    planner::Effort effort(left_ / 2, [&] { return ended() || limit.gone(); });
    if (observer_.onProgress) observer_.onProgress({.step = "searching for an order of operators"});
    const optimization::OperatorOrder order =
        optimization::findOperatorOrder(plain.graph(), scratchTogether(buffersOf(reports)), effort);
    // A bound that includes one target's scratch memory does not hold for others.
    for (std::size_t v = 0; v < reports.size(); ++v)
      bounds_[v] = static_cast<std::uint64_t>(
          reports.size() == 1 ? order.lowerBound
                              : optimization::findOperatorOrder(plain.graph(), reports[v].buffers, effort).lowerBound);
    note(limit.elapsed(), effort.spent(), effort.end());
    if (order.isOriginal()) return std::nullopt;
    const Result<ModelFile> file = ModelFile::fromBytes(rewrite::withOperatorOrder(plain.bytes(), order.operators),
                                                        request_.profile.model.string(), request_.profile.limits);
    if (!file) return file.error();
    const Result<std::vector<Report>> reordered = profiled(*file, false);
    if (!reordered) return reordered.error();
    return place(*file, *reordered, order.operators);
  }

  bool ended() const { return control_.cancelled.load() || (request_.enough && request_.enough->load()); }

  static planner::Offsets inARow(const std::vector<Buffer>& buffers) {
    planner::Offsets offsets;
    std::int64_t end = 0;
    for (const Buffer& buffer : buffers) {
      offsets.push_back(end);
      end += buffer.size;
    }
    return offsets;
  }

  planner::Placement search(const std::vector<Buffer>& buffers) {
    return searched(buffers, [&](const planner::SolveOptions& options) { return planner::solve(buffers, options); });
  }

  template <typename Solve>
  planner::Placement searched(const std::vector<Buffer>& buffers, Solve solve) {
    const TimeLimit limit(seconds_ - searched_);
    planner::SolveOptions options;
    options.steps = left_;
    options.stop = [&, reported = std::pair<std::int64_t, std::int64_t>()](std::int64_t bytes,
                                                                           std::int64_t bound) mutable {
      const std::pair known(bytes, bound); // mostly the same task as before
      if (observer_.onProgress && std::exchange(reported, known) != known)
        observer_.onProgress({.step = "searching for a plan: " + grouped(static_cast<std::uint64_t>(bytes)) +
                                      " bytes, lower bound " + grouped(static_cast<std::uint64_t>(bound))});
      return ended() || limit.gone();
    };
    planner::Placement placement = solve(options);
    const double seconds = limit.elapsed();
    note(seconds, placement.steps, placement.end);
    log::info([&] {
      return fmt::format("placed {} buffers in {} bytes, bound {}, in {} steps and {} ms", buffers.size(),
                         placement.bytes, placement.lowerBound, placement.steps, std::lround(1000 * seconds));
    });
    return placement;
  }

  void note(double seconds, planner::Steps steps, planner::SearchEnd end) {
    searched_ += seconds;
    left_ -= std::min(left_, steps);
    end_ = std::max(end_, end);
  }

  // Improves the best plan: outputs may overlap input bytes that their operators have read.
  std::optional<Error> overlap(const ModelFile& plain, const std::vector<Report>& asPlanned) {
    if (request_.planner != optimization::Method::kOptimal || !request_.pinned.empty())
      return Error{Stage::kPlan, "only the optimal planner places outputs over inputs, with every buffer free"};
    std::vector<std::vector<std::int32_t>> order;
    if (const auto best = std::min_element(
            candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return headsOf(a.reports) < headsOf(b.reports); });
        best != candidates_.end()) {
      apart_ = best->reports.front().arena->head;
      order = best->order;
    }
    Result<ModelFile> file = plain;
    std::vector<Report> reports = asPlanned;
    if (!order.empty()) {
      file = ModelFile::fromBytes(rewrite::withOperatorOrder(plain.bytes(), order), request_.profile.model.string(),
                                  request_.profile.limits);
      if (!file) return file.error();
      Result<std::vector<Report>> reordered = profiled(*file, false);
      if (!reordered) return reordered.error();
      reports = std::move(*reordered);
    }
    if (request_.overlap)
      if (auto failed = measure(*file, order)) return failed;
    const std::vector<PlannedBuffer>& own = reports.front().buffers;
    const std::vector<PlannedBuffer> together = scratchTogether(buffersOf(reports));
    if (reports.size() == 1) {
      if (auto failed = tryOverlap(*file, reports, own, order)) return failed;
      const Candidate& made = candidates_.back();
      if (made.reports.front().arena->head == made.bound) return std::nullopt; // merged buffers need no less
    }
    return tryOverlap(*file, reports, together, order);
  }

  // order: of the operators, if not the model's own.
  std::optional<Error> measure(const ModelFile& file, const std::vector<std::vector<std::int32_t>>& order) {
    if (observer_.onProgress) observer_.onProgress({.step = "observing the accesses of kernels"});
    std::vector<std::vector<run::SafeDistance>> each;
    KnownOperators known = request_.known;
    if (!order.empty()) known.names = permuted(known.names, order.front());
    for (const PlanRequest::Variant& variant : variants_) {
      Result<std::vector<run::SafeDistance>> distances =
          measureDistances(requestFor(request_.profile, variant, file, true), control_, known);
      if (!distances) return distances.error();
      each.push_back(std::move(*distances));
    }
    distances_ = run::commonTo(each);
    return request_.parts ? measureCalled(file) : std::nullopt;
  }

  // The operators of called subgraphs, each subgraph as a model by itself.
  std::optional<Error> measureCalled(const ModelFile& file) {
    for (const SubgraphId subgraph : optimization::calledSubgraphsOf(model::readModelInfo(file))) {
      const Result<ModelFile> alone = ModelFile::fromBytes(rewrite::onlySubgraph(file.bytes(), subgraph.position()),
                                                           request_.profile.model.string(), request_.profile.limits);
      if (!alone) return alone.error();
      KnownOperators known = request_.known;
      known.names =
          subgraph.position() < known.called.size() ? known.called[subgraph.position()] : std::vector<std::string>();
      if (known.names.empty()) known.memo = nullptr;
      std::vector<std::vector<run::SafeDistance>> each;
      for (const PlanRequest::Variant& variant : variants_) {
        ProfileRequest request = requestFor(request_.profile, variant, *alone, true);
        request.inputs.clear();
        Result<std::vector<run::SafeDistance>> distances = measureDistances(request, control_, known);
        if (!distances) return distances.error();
        each.push_back(std::move(*distances));
      }
      for (run::SafeDistance distance : run::commonTo(each)) {
        distance.subgraph = subgraph;
        distances_.push_back(distance);
      }
    }
    return std::nullopt;
  }

  // reports: of the model without a plan.
  std::optional<Error> tryOverlap(const ModelFile& file, const std::vector<Report>& reports,
                                  const std::vector<PlannedBuffer>& planned,
                                  const std::vector<std::vector<std::int32_t>>& order) {
    const planner::Placement placement = optimization::placeNested(
        reports.front(), planned, distances_, request_.parts, [&](const optimization::PlacementTask& task) {
          return searched(task.buffers, [&](const planner::SolveOptions& options) {
            return planner::solveOverlapping(task.buffers, task.close, task.parts, options);
          });
        });
    const std::string note = overlapNote(
        reports, planned, optimization::allLimitsOf(reports.front(), planned, distances_), placement.offsets);
    if (auto failed = tryOut(file, planned, placement.offsets, order, note)) return failed;
    candidates_.back().bound = static_cast<std::uint64_t>(placement.lowerBound);
    candidates_.back().overlaps = request_.overlap;
    return std::nullopt;
  }

  // Note for readers of the model; empty without overlap.
  std::string overlapNote(const std::vector<Report>& reports, const std::vector<PlannedBuffer>& planned,
                          const std::vector<planner::InPlaceLimit>& close, const planner::Offsets& offsets) const {
    model::OverlapNote note;
    note.tflm = reports.front().library.empty() ? tflm::kRevisions[0].commit : "unknown";
    for (const Report& report : reports) note.kernels.push_back({report.target, report.kernels});
    for (const planner::InPlaceLimit& each : close) {
      const PlannedBuffer& input = planned[each.first];
      const PlannedBuffer& output = planned[each.second];
      const std::int64_t in = offsets[each.first];
      const std::int64_t out = offsets[each.second];
      if (out < in + static_cast<std::int64_t>(input.bytes) && in < out + static_cast<std::int64_t>(output.bytes) &&
          !haveSameBytes(reports.front().model.views, static_cast<std::size_t>(input.index),
                         static_cast<std::size_t>(output.index), out - in))
        note.pairs.emplace_back(output.index, input.index);
    }
    note.strips = request_.strips;
    if (note.pairs.empty()) note.kernels.clear();
    return note.isEmpty() ? "" : model::toText(note);
  }

  // Writes tensors' offsets into the model, and runs it.
  std::optional<Error> tryOut(const ModelFile& model, const std::vector<PlannedBuffer>& planned,
                              const planner::Offsets& offsets, const std::vector<std::vector<std::int32_t>>& order,
                              const std::string& note = {}) {
    std::vector<std::int32_t> plan = openPlan();
    const std::set<std::int32_t> open = mustStayOpen(model.graph());
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if (!planned[i].scratch && !open.contains(planned[i].index))
        plan[static_cast<std::size_t>(planned[i].index)] = static_cast<std::int32_t>(offsets[i]);
    const Result<ModelFile> file = withPlan(model, plan, note);
    if (!file) return file.error();
    Result<std::vector<Report>> reports = profiled(*file, false);
    if (!reports) return reports.error();
    candidates_.push_back({*file, std::move(*reports), order, {}});
    return std::nullopt;
  }

  // Compares outputs on further inputs, on every target.
  Result<bool> provenOverlap(const ModelFile& planned) {
    if (!request_.profile.invoke) return false;
    if (observer_.onProgress) observer_.onProgress({.step = "comparing outputs on further inputs"});
    constexpr int kMore = 8;
    const Result<ModelFile> model = modelOf(request_.profile);
    if (!model) return model.error();
    for (const PlanRequest::Variant& variant : variants_) {
      Result<bool> same = giveTheSame(requestFor(request_.profile, variant, *model, true),
                                      requestFor(request_.profile, variant, planned, true), kMore, control_);
      if (!same || !*same) return same;
    }
    return true;
  }

  // Runs the best candidate, and the next one if outputs differ.
  Result<PlanReport> answer(const std::vector<Report>& before, const std::vector<Report>& plain) {
    // Of equal ones the first, which keeps the model's order.
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return headsOf(a.reports) < headsOf(b.reports); });
    for (Candidate& candidate : candidates_) {
      std::vector<Report> after = std::move(candidate.reports);
      if (request_.profile.invoke) {
        Result<std::vector<Report>> run = profiled(candidate.file, true);
        if (!run) return run.error();
        after = std::move(*run);
      }
      std::vector<optimization::PlannedRun> runs;
      bool same = true;
      for (std::size_t v = 0; v < after.size(); ++v) {
        const planner::Peak peak = planner::peakOf(optimization::lifetimesOf(after[v].buffers));
        const bool identical = sameOutputs(before[v], after[v]);
        same = same && (identical || !before[v].invoked);
        runs.push_back({before[v], std::move(after[v]), plain[v].arena->head, bounds_[v], peak, identical});
      }
      if (!same) continue;
      if (candidate.overlaps && request_.prove) {
        const Result<bool> proven = provenOverlap(candidate.file);
        if (control_.cancelled) return control_.stopped();
        if (!proven || !*proven) continue;
      }
      if (candidate.bound)
        for (optimization::PlannedRun& run : runs) run.lowerBound = *candidate.bound;
      PlanReport report;
      static_cast<optimization::PlannedRun&>(report) = std::move(runs.front());
      report.others.assign(std::make_move_iterator(runs.begin() + 1), std::make_move_iterator(runs.end()));
      report.planner = request_.planner;
      report.order = request_.order;
      report.operatorOrder = std::move(candidate.order);
      if (request_.overlap) report.overlap = {apart_, report::overlapsIn(report.after, distances_), distances_};
      report.seconds = searched_;
      if (!report.provenOptimal()) report.end = end_;
      report.model.assign(candidate.file.bytes().begin(), candidate.file.bytes().end());
      return report;
    }
    return Error{Stage::kPlan, request_.profile.model.string() +
                                   ": the model gives different outputs with the plan; it has not been written"};
  }

  const PlanRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  std::vector<PlanRequest::Variant> variants_; // the main one first
  std::size_t tensors_ = 0;                    // of all subgraphs
  std::vector<std::uint64_t> bounds_;          // by variant: bytes that no plan goes below
  std::vector<Candidate> candidates_;
  std::uint64_t apart_ = 0;                            // head of the best plan without overlap
  std::vector<run::SafeDistance> distances_;           // measured if overlap is requested
  planner::Steps left_;                                // remaining steps of searches
  double seconds_;                                     // time limit of searches
  double searched_ = 0;                                // seconds used of it
  planner::SearchEnd end_ = planner::SearchEnd::kDone; // of the first search that did not finish
};

} // namespace

bool sameOutputs(const Report& a, const Report& b) {
  if (!a.invoked || !b.invoked || a.outputs.size() != b.outputs.size()) return false;
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(),
                    [](const report::IoReport& x, const report::IoReport& y) { return x.bytes == y.bytes; });
}

ProfileRequest requestFor(const ProfileRequest& request, const PlanRequest::Variant& variant, const ModelFile& file,
                          bool invoke) {
  ProfileRequest result = request;
  result.target = variant.target;
  result.kernels = variant.kernels;
  result.file = file;
  result.invoke = invoke;
  return result;
}

Result<PlanReport> planModel(const PlanRequest& request, const ProfileObserver& observer, engine::RunControl& control) {
  if (auto wrong = wrongLimit(request.seconds)) return *wrong;
  return toResult(request.profile.model, [&] { return PlanSearch(request, observer, control).run(); });
}

} // namespace arenascope::service
