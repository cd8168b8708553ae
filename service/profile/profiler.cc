#include "service/profile/profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/model/load/refusal_advice.h"
#include "core/report/arena_arrangement.h"
#include "core/report/recording.h"
#include "core/report/text/report_text.h"
#include "emulator/engine/target.h"
#include "service/control/to_result.h"
#include "service/control/watchdog.h"
#include "service/profile/board_timing.h"
#include "service/profile/engines.h"
#include "service/profile/prepared_run.h"
#include "service/profile/preview.h"
#include "service/profile/requested_target.h"
#include "service/profile/watched_runs.h"
#include "service/store/evidence_files.h"

namespace arenascope::service {

using report::ArenaFigures;
using report::kArenaStep;
using report::Report;
using run::RunTrace;

namespace {

// One profile of one model: keeps what the steps share.
class Job {
public:
  Job(const ProfileRequest& request, const engine::Target& target, const ProfileObserver& observer,
      engine::RunControl& control, engine::LoadedModel model, engine::Runner& runner, bool isOthers)
      : request_(request), target_(target), observer_(observer), control_(control), model_(std::move(model)),
        runner_(runner), isOthers_(isOthers) {}

  Report run();

private:
  RunTrace runOn(std::uint64_t arenaBytes, bool invoke, bool recording = false);
  // What our own interpreter does in another arena, and what the recording one counts, follows from a run with room to
  // spare. It is run still where a user wants to see it, and with interpreters that are not ours.
  bool runsAll() const { return request_.verify || isOthers_; }
  bool operatorsKnown();
  void addFlash() {
    report_.flash = runner_.flash(model_.info.operatorNames());
  } // not before the first run: see Firmware
  bool allocate();
  void infer();
  void watchPace();
  void tell(const Progress& progress) const {
    if (observer_.onProgress) observer_.onProgress(progress);
  }

  const ProfileRequest& request_;
  const engine::Target& target_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  engine::LoadedModel model_;
  engine::Runner& runner_;
  bool isOthers_; // the interpreter is a user's library
  Report report_;
};

RunTrace Job::runOn(std::uint64_t arenaBytes, bool invoke, bool recording) {
  if (control_.cancelled) {
    RunTrace none;
    none.error = control_.stopped();
    return none;
  }
  engine::RunOptions options = runOptions(request_, report_.resourceVariables, invoke);
  options.arenaBytes = arenaBytes;
  options.interpreter.recording = recording ? 1 : 0;
  if (request_.board && request_.placement && invoke)
    addPlacement(*request_.board, *request_.placement, static_cast<std::uint32_t>(model_.file.bytes().size()), options);
  if (options.arena) options.arena->headBytes = report_.arena->head;
  const auto start = std::chrono::steady_clock::now();
  RunTrace trace = runner_.run(model_, options, control_);
  log::info([&] {
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    return fmt::format("run of {} on {}, {}: arena of {} bytes{}{}: {}, {} ms", report_.model.path, report_.target,
                       report_.kernels, arenaBytes, invoke ? ", inference" : "", recording ? ", recording" : "",
                       trace.error ? trace.error->message : "done", std::lround(spent.count()));
  });
  return trace;
}

// Operators without a kernel are all named at once, before anything runs.
bool Job::operatorsKnown() {
  std::string missing;
  Error error{Stage::kStart, ""};
  for (std::size_t s = 0; s < model_.info.subgraphs.size(); ++s) {
    const auto& operators = model_.info.subgraphs[s].operators;
    for (std::size_t i = 0; i < operators.size(); ++i) {
      if (runner_.hasKernel(operators[i].name)) continue;
      if (error.op < 0) error.op = static_cast<int>(i), error.subgraph = static_cast<int>(s);
      missing += fmt::format("{}{} (operator {}{})", missing.empty() ? "" : ", ", operators[i].name, i,
                             s > 0 ? " of subgraph " + std::to_string(s) : "");
    }
  }
  if (missing.empty()) return true;
  error.message = "no kernel for " + missing +
                  (report_.tflm == report::kCurrentTflm ? "" : " in TFLM " + report_.tflm) +
                  ": the model cannot be run, but its graph is reported";
  report_.error = error;
  return false;
}

bool Job::allocate() {
  tell({.step = "allocating tensors"});
  std::uint64_t bytes = std::min(kAmpleBytes, request_.limits.arenaBytes);
  RunTrace ample = runOn(bytes, false);
  if (ample.lost && bytes < request_.limits.arenaBytes) {
    bytes = request_.limits.arenaBytes;
    ample = runOn(bytes, false);
  }
  addFlash();
  report::addAllocation(report_, ample);
  report_.error = ample.error;
  if (report_.error)
    if (const std::string advice = model::refusalAdvice(model_.file.bytes(), *report_.error); !advice.empty())
      report_.error->message += "; " + advice;
  if (report_.error && ample.lost) // some go on without what they did not get
    report_.error->message += fmt::format("; it had {} bytes: {}", grouped(bytes),
                                          limitAdvice(&arenascope::Limits::arenaBytes, request_.limits));
  if (!report_.arena || ample.error) return false;
  if (observer_.onAllocation) observer_.onAllocation(report_);
  if (report_.tflm == report::kCurrentTflm) // not compared for earlier revisions
    report::addRecording(report_,
                         runsAll() ? runOn(bytes, false, true) : report::recordingOf(ample, model_.info, report_.abi));
  return true;
}

void Job::watchPace() {
  using Clock = std::chrono::steady_clock;
  control_.progress = [this, pace = InferencePace(model_.info.subgraphs.front()),
                       start = Clock::now()](std::size_t done) {
    tell(pace.after(done, std::chrono::duration<double>(Clock::now() - start).count()));
  };
}

// The computed minimum is a claim; the run at that size, and that a step below does not hold what was allocated, are
// the proof. Should one of them disagree, the report says so.
void Job::infer() {
  const bool fixedSize = request_.arenaBytes > 0;
  ArenaFigures& arena = *report_.arena;
  tell({.step = request_.invoke ? "running an inference" : "checking the arena size"});
  watchPace();
  const std::uint64_t below = arena.minimum - kArenaStep;
  const bool failsBelow =
      runsAll() ? runOn(below, false).error.has_value() : report::firstThatDoesNotFit(report_, below).has_value();
  RunTrace atMinimum = runOn(arena.minimum, request_.invoke);
  arena.minimumProven = !atMinimum.lost && failsBelow && !control_.cancelled;
  if (fixedSize && request_.arenaBytes != arena.minimum) atMinimum = runOn(request_.arenaBytes, request_.invoke);
  report_.error = atMinimum.error;
  report::addInference(report_, atMinimum, runner_.hasCycles());
  if (report_.error && fixedSize && atMinimum.lost)
    report_.error->message += fmt::format("; the arena has {} bytes, but the model needs {}",
                                          grouped(request_.arenaBytes), grouped(arena.minimum));
}

Report Job::run() {
  report_.model = model_.info;
  static_cast<report::RunConfiguration&>(report_) = request_;
  if (runner_.hasCycles()) {
    report_.accuracy = accuracyOf(report_, !isOthers_);
    report_.compiler = runner_.compiler();
  }
  if (request_.guard) report_.watchedOn = runner_.watchedOn(), report_.unwatched = runner_.unwatched();
  report_.abi = target_.abi();
  report_.otherLevel = whyOtherLevel(target_, request_.kernels, request_.board ? &*request_.board : nullptr);
  if (request_.invoke) report_.withoutCycles = runner_.whyNoCycles();
  if (report_.board) log::info([&] { return "board " + report_.board->name + ": " + describeSettings(report_); });
  report_.resourceVariables = request_.resourceVariables.value_or(model_.info.resourceVariables);
  if (!operatorsKnown()) {
    addFlash();
    report::addAllocation(report_, RunTrace());
    return std::move(report_);
  }
  if (allocate()) infer();
  control_.progress = nullptr;
  if (control_.cancelled) report_.error = control_.stopped();
  return std::move(report_);
}

Result<Report> loadAndProfile(const ProfileRequest& request, const ProfileObserver& observer,
                              engine::RunControl& control) {
  const Watchdog watchdog(request.limits, control);
  Result<PreparedRun> prepared = prepareRun(request);
  if (!prepared) return prepared.error();
  Report report = Job(prepared->request, *prepared->target, observer, control, std::move(prepared->model),
                      *prepared->runner, !prepared->library.empty())
                      .run();
  report.library = prepared->library;
  if (!request.distances || !report.invoked) return report;
  Result<std::vector<run::SafeDistance>> distances = measureDistances(request, control);
  if (!distances) return distances.error();
  report.distances = std::move(*distances);
  return report;
}

} // namespace

firmware::InterpreterSettings interpreterSettings(const ProfileRequest& request, std::int32_t resourceVariables) {
  return {.resourceVariables = static_cast<std::uint32_t>(resourceVariables),
          .linearPlanner = request.planner == report::Planner::kLinear ? 1U : 0U,
          .maxLoopIterations = static_cast<std::uint32_t>(request.limits.loopIterations)};
}

engine::RunOptions runOptions(const ProfileRequest& request, std::int32_t resourceVariables, bool invoke) {
  engine::RunOptions options;
  options.interpreter = interpreterSettings(request, resourceVariables);
  options.interpreter.invoke = invoke ? 1 : 0;
  options.decompressionBytes = request.decompressionBytes;
  options.inputs = request.inputs;
  options.limits = request.limits;
  options.guard = request.guard && invoke;
  options.keepOutputs = request.keepOutputs && invoke;
  if (!request.board || !invoke) return options;
  addBoardTiming(*request.board, options);
  if (request.regions)
    options.arena = cpu::ArenaTiming{.nonPersistent = ramTiming(*request.board, request.regions->nonPersistent),
                                     .persistent = ramTiming(*request.board, request.regions->persistent),
                                     .headBytes = 0};
  return options;
}

Result<Report> profileModel(const ProfileRequest& request, const ProfileObserver& observer,
                            engine::RunControl& control) {
  if (!request.file && isFirmwareImage(request.model) && asksForPreview(request))
    return Error{Stage::kUsage, request.model.string() + " is a firmware image, whose model stays as it is: give the "
                                                         "model's file to run it quantized, or with other shapes"};
  if (!request.file && isFirmwareImage(request.model))
    return toResult(request.model, [&] { return imageEngine().profile(request, observer, control); });
  return toResult(request.model, [&] { return loadAndProfile(request, observer, control); });
}

} // namespace arenascope::service
