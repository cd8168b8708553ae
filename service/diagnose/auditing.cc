#include "service/diagnose/auditing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/model/load/read_model_info.h"
#include "emulator/engine/kernel_library.h"
#include "emulator/engine/target.h"
#include "emulator/runners/library_engine.h"
#include "service/control/time_limit.h"
#include "service/control/to_result.h"
#include "service/diagnose/operator_shapes.h"
#include "service/profile/prepared_run.h"
#include "service/profile/runner_factory.h"

namespace arenascope::service {

using diagnosis::Audit;
using diagnosis::AuditedOperator;
using diagnosis::AuditFinding;
using diagnosis::FindingKind;
using run::RunTrace;

namespace {

// The numbers of a tensor that differ, as they are stored.
struct OutputDifference {
  std::uint64_t values = 0;
  std::uint64_t all = 0;
  double largest = 0;
};

template <typename T>
void compare(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b, OutputDifference& difference) {
  for (std::size_t at = 0; at + sizeof(T) <= a.size(); at += sizeof(T)) {
    T one{};
    T other{};
    std::memcpy(&one, a.data() + at, sizeof(T));
    std::memcpy(&other, b.data() + at, sizeof(T));
    ++difference.all;
    if (std::memcmp(a.data() + at, b.data() + at, sizeof(T)) == 0) continue;
    ++difference.values;
    const double far = std::abs(static_cast<double>(one) - static_cast<double>(other));
    if (far > difference.largest) difference.largest = far; // no number is larger than none
  }
}

void compare(const std::string& type, const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
             OutputDifference& difference) {
  if (type == "float32") return compare<float>(a, b, difference);
  if (type == "int16") return compare<std::int16_t>(a, b, difference);
  if (type == "int32") return compare<std::int32_t>(a, b, difference);
  if (type == "int64") return compare<std::int64_t>(a, b, difference);
  if (type == "uint8" || type == "bool") return compare<std::uint8_t>(a, b, difference);
  compare<std::int8_t>(a, b, difference);
}

OutputDifference differenceOf(const model::SubgraphInfo& main, const RunTrace& one, const RunTrace& other) {
  OutputDifference difference;
  for (std::size_t i = 0; i < one.outputs.size() && i < other.outputs.size(); ++i)
    if (one.outputs[i].size() == other.outputs[i].size())
      compare(main.tensors[main.outputs[i].position()].type, one.outputs[i], other.outputs[i], difference);
  return difference;
}

// One operator with its shapes.
class OperatorJob {
public:
  OperatorJob(const AuditRequest& request, runners::ImageRunner& library, engine::Runner& reference,
              engine::RunControl& control, AuditedOperator& op)
      : request_(request), library_(library), reference_(reference), control_(control), op_(op) {}

  void run(const AuditCase& tried);
  std::vector<AuditFinding> takeFindings() { return std::move(findings_); }
  std::uint64_t accesses() const { return accesses_; }

private:
  engine::RunOptions options(std::uint32_t misalignment, bool guard) const;
  void look(const AuditCase& tried, const RunTrace& expected, const RunTrace& trace, std::uint32_t misalignment);
  AuditFinding& add(FindingKind kind, const AuditCase& tried, std::uint32_t misalignment, std::string what);

  const AuditRequest& request_;
  runners::ImageRunner& library_;
  engine::Runner& reference_;
  engine::RunControl& control_;
  AuditedOperator& op_;
  std::vector<AuditFinding> findings_;
  std::uint64_t accesses_ = 0;
};

engine::RunOptions OperatorJob::options(std::uint32_t misalignment, bool guard) const {
  engine::RunOptions options;
  options.arenaBytes = std::min(kAmpleBytes, request_.limits.arenaBytes);
  options.arenaMisalignment = misalignment;
  options.interpreter.invoke = 1;
  options.interpreter.maxLoopIterations = static_cast<std::uint32_t>(request_.limits.loopIterations);
  options.limits = request_.limits;
  options.guard = guard;
  return options;
}

AuditFinding& OperatorJob::add(FindingKind kind, const AuditCase& tried, std::uint32_t misalignment, std::string what) {
  AuditFinding& finding = findings_.emplace_back();
  finding.kind = kind;
  finding.op = op_.name;
  finding.shape = tried.shape;
  finding.modelOp = tried.modelOp;
  finding.misalignment = misalignment;
  finding.what = std::move(what);
  return finding;
}

void OperatorJob::look(const AuditCase& tried, const RunTrace& expected, const RunTrace& trace,
                       std::uint32_t misalignment) {
  const std::vector<runners::ForeignUse>& foreign = library_.findings().foreign;
  accesses_ += trace.guardedAccesses.value_or(0);
  for (const runners::ForeignUse& use : foreign) {
    add(use.write ? FindingKind::kOverrun : FindingKind::kReadBeyond, tried, misalignment,
        fmt::format("{} {} {}, at {}", use.write ? "writes" : "reads", countedBytes(use.bytes), use.where, use.at))
        .bytes = use.bytes;
  }
  if (trace.error && foreign.empty()) {
    add(FindingKind::kCrash, tried, misalignment, trace.error->message);
    return;
  }
  const OutputDifference difference = differenceOf(tried.model.info.subgraphs.front(), expected, trace);
  if (difference.values == 0) return;
  AuditFinding& finding = add(FindingKind::kDiffers, tried, misalignment,
                              fmt::format("{} of {} output values differ from the reference kernel's, by up to {}",
                                          grouped(difference.values), grouped(difference.all), difference.largest));
  finding.values = difference.values;
  finding.allValues = difference.all;
  finding.largestDifference = difference.largest;
}

void OperatorJob::run(const AuditCase& tried) {
  if (op_.missing) return;
  const RunTrace expected = reference_.run(tried.model, options(0, false), control_);
  if (expected.error || control_.cancelled) return; // nothing to compare with
  bool counted = false;
  for (const std::uint32_t misalignment : tried.misalignments) {
    const RunTrace trace = library_.run(tried.model, options(misalignment, true), control_);
    if (control_.cancelled) return;
    op_.missing = library_.findings().lacksKernel;
    if (op_.missing) return;
    if (!trace.use) {
      if (op_.refused++ == 0) op_.refusal = trace.error ? trace.error->message : std::string();
      return;
    }
    if (!std::exchange(counted, true)) ++op_.shapes;
    look(tried, expected, trace, misalignment);
  }
}

class AuditJob {
public:
  AuditJob(const AuditRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control), limit_(request.seconds.value_or(1e9)) {}

  Result<Audit> run();

private:
  Result<std::vector<OperatorShapes>> shapes();
  void runAll(const std::vector<OperatorShapes>& shapes, const runners::ImageRunner& library,
              const engine::Runner& reference);
  void tell(std::size_t done, std::size_t all);
  bool lacks(const std::string& op) const;

  const AuditRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  const TimeLimit limit_;
  engine::KernelLibrary library_;
  std::mutex mutex_;
  Audit audit_;
};

// It was linked without the operator's registration.
bool AuditJob::lacks(const std::string& op) const {
  return std::any_of(library_.missing.begin(), library_.missing.end(),
                     [&](const std::string& name) { return name.find("::Register_" + op + "(") != std::string::npos; });
}

Result<std::vector<OperatorShapes>> AuditJob::shapes() {
  if (request_.model.empty() && !request_.file) {
    audit_.untried = operatorsWithoutShapes();
    return shapesFor(nullptr, request_.shapes);
  }
  const Result<model::ModelFile> file =
      request_.file ? Result<model::ModelFile>(*request_.file)
                    : model::ModelFile::load(request_.model, request_.limits, model::Kernels::kThirdParty);
  if (!file) return file.error();
  const engine::LoadedModel model{*file, model::readModelInfo(*file)};
  audit_.model = model.info.path;
  std::vector<OperatorShapes> all = shapesFor(&model, request_.shapes);
  for (const OperatorShapes& each : all)
    if (each.cases.empty()) audit_.untried.push_back(each.name);
  std::erase_if(all, [](const OperatorShapes& each) { return each.cases.empty(); });
  if (all.empty())
    return Error{Stage::kUsage, model.info.path + " has no operator that can be run alone: there is nothing to audit"};
  return all;
}

void AuditJob::tell(std::size_t done, std::size_t all) {
  if (observer_.onProgress)
    observer_.onProgress({.step = fmt::format("auditing {} operators", audit_.operators.size()),
                          .fraction = static_cast<double>(done) / static_cast<double>(all)});
}

void AuditJob::runAll(const std::vector<OperatorShapes>& shapes, const runners::ImageRunner& library,
                      const engine::Runner& reference) {
  audit_.operators.resize(shapes.size());
  std::vector<std::vector<AuditFinding>> findings(shapes.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    audit_.operators[i].name = shapes[i].name;
    audit_.operators[i].missing = lacks(shapes[i].name);
    all += shapes[i].cases.size();
  }
  std::size_t done = 0;
  forEachInParallel(shapes.size(), processorCores(), [&](std::size_t i) {
    const std::unique_ptr<engine::Runner> ownLibrary = library.another();
    const std::unique_ptr<engine::Runner> ownReference = reference.another();
    OperatorJob job(request_, static_cast<runners::ImageRunner&>(*ownLibrary), *ownReference, control_,
                    audit_.operators[i]);
    bool complete = true;
    for (const AuditCase& tried : shapes[i].cases) {
      if (control_.cancelled) break;
      complete = complete && !limit_.gone();
      if (complete) job.run(tried);
      const std::lock_guard lock(mutex_);
      tell(++done, all);
    }
    findings[i] = job.takeFindings();
    const std::lock_guard lock(mutex_);
    audit_.accesses += job.accesses();
    audit_.complete = audit_.complete && complete;
  });
  for (std::vector<AuditFinding>& each : findings)
    audit_.findings.insert(audit_.findings.end(), std::make_move_iterator(each.begin()),
                           std::make_move_iterator(each.end()));
}

Result<Audit> AuditJob::run() {
  if (const auto wrong = wrongLimit(request_.seconds)) return *wrong;
  const std::optional<engine::KernelLibrary> library = engine::findKernelLibrary(request_.library);
  if (!library)
    return Error{Stage::kUsage, "no added library is called " + request_.library +
                                    "; there are: " + engine::addedNames("none (`arenascope kernels add` adds one)")};
  const engine::Target* target = engine::findTarget(library->target);
  if (target == nullptr)
    return Error{Stage::kTarget, request_.library + " is for " + library->target + ", which is unknown"};
  library_ = *library;
  audit_.kernels = library->name;
  audit_.library = library->library;
  audit_.target = target->name;
  const Result<std::vector<OperatorShapes>> shapes = this->shapes();
  if (!shapes) return shapes.error();
  report::RunConfiguration configuration;
  configuration.target = target->name;
  configuration.kernels = "reference";
  const Result<std::unique_ptr<engine::Runner>> reference = makeRunner(*target, configuration, nullptr);
  if (!reference) return reference.error();
  const Result<std::unique_ptr<runners::ImageRunner>> runner = runners::libraryRunner(library->name, *target);
  if (!runner) return runner.error();
  (*runner)->leaveOutStack();
  runAll(*shapes, **runner, **reference);
  if (control_.cancelled) return control_.stopped();
  return std::move(audit_);
}

} // namespace

Result<Audit> auditLibrary(const AuditRequest& request, const ProfileObserver& observer, engine::RunControl& control) {
  return toResult(request.library, [&] { return AuditJob(request, observer, control).run(); });
}

} // namespace arenascope::service
