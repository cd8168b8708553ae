#include "service/diagnose/sweeping.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/base/parallel.h"
#include "core/model/load/model_file.h"
#include "service/control/to_result.h"
#include "service/control/watchdog.h"
#include "service/profile/prepared_run.h"
#include "service/profile/requested_target.h"
#include "service/profile/runner_factory.h"

namespace arenascope::service {

using diagnosis::Sweep;
using diagnosis::SweepCell;
using report::kArenaStep;
using report::Report;

namespace {

constexpr std::uint64_t kStepsBelow = 8;
constexpr std::uint64_t kStepsAbove = 3;

Result<std::vector<std::uint64_t>> sizesOf(const SweepRequest& request, const Report& report) {
  std::uint64_t first = request.first;
  std::uint64_t last = request.last;
  if (first > last) {
    const std::uint64_t minimum = report.arena->minimum;
    first = minimum - std::min(minimum, kStepsBelow * request.step);
    last = minimum + kStepsAbove * request.step;
  }
  if ((last - first) / request.step >= kMostSweptSizes)
    return Error{Stage::kUsage, fmt::format("{} sizes, but at most {} are run: choose a larger step",
                                            (last - first) / request.step + 1, kMostSweptSizes)};
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t bytes = std::max<std::uint64_t>(first, 1); bytes <= last; bytes += request.step)
    sizes.push_back(bytes);
  return sizes;
}

// All sizes at one misalignment, ascending.
class Column {
public:
  Column(const SweepRequest& request, const engine::LoadedModel& model, const Report& report, engine::Runner& runner,
         engine::RunControl& control)
      : request_(request), model_(model), report_(report), runner_(runner), control_(control) {}

  SweepCell run(std::uint64_t bytes, std::uint32_t misalignment) {
    SweepCell cell{.place = {bytes, misalignment},
                   .guardedAccesses = {},
                   .message = {},
                   .tflm = diagnosis::replayInTflm(report_, {bytes, misalignment})};
    const run::RunTrace trace = runOnce(cell.place, false);
    cell.allocated = trace.use.has_value();
    if (trace.error) cell.message = trace.error->message;
    if (!cell.allocated || ran_ || !request_.profile.invoke) return cell;
    ran_ = true;
    const run::RunTrace inference = runOnce(cell.place, true);
    cell.invoked = inference.invoked;
    if (inference.invoked) cell.guardedAccesses = inference.guardedAccesses;
    if (inference.error) cell.message = inference.error->message;
    return cell;
  }

private:
  run::RunTrace runOnce(const diagnosis::ArenaPlace& place, bool invoke) {
    engine::RunOptions options;
    options.arenaBytes = place.bytes;
    options.arenaMisalignment = place.misalignment;
    options.interpreter = interpreterSettings(request_.profile, report_.resourceVariables);
    options.decompressionBytes = request_.profile.decompressionBytes;
    options.interpreter.invoke = invoke ? 1 : 0;
    options.inputs = request_.profile.inputs;
    options.limits = request_.profile.limits;
    options.guard = request_.profile.guard && invoke;
    return runner_.run(model_, options, control_);
  }

  const SweepRequest& request_;
  const engine::LoadedModel& model_;
  const Report& report_;
  engine::Runner& runner_;
  engine::RunControl& control_;
  bool ran_ = false;
};

Result<Sweep> runAll(const SweepRequest& request, const ProfileObserver& observer, engine::RunControl& control) {
  ProfileRequest allocation = request.profile;
  allocation.invoke = false;
  Result<model::ModelFile> file = modelOf(request.profile);
  if (!file) return file.error();
  allocation.file = *file;
  Result<Report> report = profileModel(allocation, {}, control);
  if (!report) return report.error();
  if (!report->arena) return report->error.value_or(Error{Stage::kAllocate, "the model's memory cannot be allocated"});
  const auto sizes = sizesOf(request, *report);
  if (!sizes) return sizes.error();
  const engine::LoadedModel model{*file, report->model};
  const Result<const engine::Target*> target = requestedTarget(report->target);
  if (!target) return target.error();
  const Result<std::unique_ptr<engine::Runner>> runner = makeRunner(**target, *report, request.profile.cache);
  if (!runner) return runner.error();

  Sweep sweep{.report = std::move(*report), .sizes = *sizes, .cells = {}, .unaligned = {}};
  const Watchdog watchdog(request.profile.limits, control);
  sweep.cells.resize(sweep.sizes.size() * kArenaStep);
  std::mutex mutex;
  std::size_t done = 0;
  forEachInParallel(kArenaStep, processorCores(), [&](std::size_t misalignment) {
    const std::unique_ptr<engine::Runner> own = (*runner)->another();
    Column column(request, model, sweep.report, *own, control);
    for (std::size_t i = 0; i < sweep.sizes.size() && !control.cancelled; ++i)
      sweep.cells[i * kArenaStep + misalignment] = column.run(sweep.sizes[i], static_cast<std::uint32_t>(misalignment));
    const std::lock_guard lock(mutex);
    ++done;
    if (observer.onProgress)
      observer.onProgress({.step = fmt::format("running in {} arenas", sweep.cells.size()),
                           .fraction = static_cast<double>(done) / static_cast<double>(kArenaStep)});
  });
  if (control.cancelled) return control.stopped();
  sweep.unaligned = diagnosis::unalignedArena(sweep.report);
  return sweep;
}

} // namespace

Result<Sweep> sweepModel(const SweepRequest& request, const ProfileObserver& observer, engine::RunControl& control) {
  return toResult(request.profile.model, [&] { return runAll(request, observer, control); });
}

} // namespace arenascope::service
