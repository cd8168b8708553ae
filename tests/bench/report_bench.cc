// Time from a file on disk to the arena report without an inference, which is what users wait for. Set
// ARENASCOPE_BENCH_MODEL to measure another model than our person detector.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>

#include "emulator/runners/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::runners {
namespace {

void fileToArenaReport(benchmark::State& state) {
  const char* chosen = std::getenv("ARENASCOPE_BENCH_MODEL");
  service::ProfileRequest request;
  request.model = chosen != nullptr ? std::filesystem::path(chosen) : test::sampleModel("person_detector");
  request.invoke = false;
  for (auto _ : state) {
    engine::RunControl control;
    const Result<report::Report> report = service::profileModel(request, {}, control);
    if (!report || !report->ok()) state.SkipWithError("the model cannot be profiled");
  }
}
BENCHMARK(fileToArenaReport)->Unit(benchmark::kMillisecond);

// The same with new machines and with those of the run before, one after the other; the counters are milliseconds of
// both, and how many times faster the second is.
void newAgainstWarmMachines(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  service::ProfileRequest request;
  request.model = test::sampleModel("person_detector");
  request.invoke = false;
  const auto milliseconds = [&] {
    const Clock::time_point start = Clock::now();
    engine::RunControl control;
    if (!service::profileModel(request, {}, control)) state.SkipWithError("the model cannot be profiled");
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  double fresh = 0.0;
  double warm = 0.0;
  for (auto _ : state) {
    Firmware::endIdleMachines();
    fresh += milliseconds();
    warm += milliseconds();
  }
  state.counters["new/ms"] = benchmark::Counter(fresh, benchmark::Counter::kAvgIterations);
  state.counters["warm/ms"] = benchmark::Counter(warm, benchmark::Counter::kAvgIterations);
  state.counters["ratio"] = fresh / warm;
}
BENCHMARK(newAgainstWarmMachines)->Unit(benchmark::kMillisecond);

// From a cancel in the middle of an inference to the end of the job.
void cancelToEnd(benchmark::State& state) {
  const char* chosen = std::getenv("ARENASCOPE_BENCH_MODEL");
  service::ProfileRequest request;
  request.model = chosen != nullptr ? std::filesystem::path(chosen) : test::sampleModel("person_detector");
  for (auto _ : state) {
    using Clock = std::chrono::steady_clock;
    engine::RunControl control;
    Clock::time_point cancelled;
    const service::ProfileObserver observer{.onAllocation = {}, .onProgress = [&](const service::Progress& progress) {
                                              if (progress.fraction <= 0 || control.cancelled) return;
                                              cancelled = Clock::now();
                                              control.cancelled = true;
                                            }};
    const Result<report::Report> report = service::profileModel(request, observer, control);
    if (!report || report->ok() || !control.cancelled) state.SkipWithError("the job was not cancelled");
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - cancelled).count());
  }
}
BENCHMARK(cancelToEnd)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace arenascope::runners
