// How long the search for a plan takes: buffers of hard instances within their capacity, and the operators and buffers
// of whole networks. Counters: bytes of the answer, the lower bound, and what the interpreter's own rule gives.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>

#include "core/model/load/model_file.h"
#include "core/optimization/operator_order.h"
#include "core/optimization/strip_path.h"
#include "core/output/answers/buffers_csv.h"
#include "core/planner/placement_solver.h"
#include "service/optimize/shrinking.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

constexpr std::int64_t kCapacity = 1'048'576; // of the hard instances

void placeInstance(benchmark::State& state, const std::filesystem::path& path) {
  std::ifstream stream(path);
  const auto named = output::readBuffers({std::istreambuf_iterator<char>(stream), {}}, path.string());
  if (!named) return state.SkipWithError(named.error().message.c_str());
  planner::Placement placement;
  for (auto _ : state)
    placement = planner::solve(named->buffers, {.steps = service::kPlanSteps, .stop = {}, .enough = kCapacity});
  if (placement.bytes > kCapacity) state.SkipWithError("not placed within its capacity");
  state.counters["bytes"] = static_cast<double>(placement.bytes);
  state.counters["greedy"] = static_cast<double>(
      planner::heightOf(named->buffers, planner::placeGreedily(named->buffers, planner::GreedyOrder::kSize)));
}

// Without an inference: lifetimes are known before.
void planNetwork(benchmark::State& state, const std::filesystem::path& path) {
  service::ProfileRequest request;
  request.model = path;
  request.target = "host";
  request.invoke = false;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  const auto file = model::ModelFile::load(path);
  if (!report || !file) return state.SkipWithError("cannot be profiled");
  std::vector<planner::Buffer> buffers;
  for (const report::PlannedBuffer& buffer : report->buffers)
    buffers.push_back(
        {buffer.firstOp, buffer.lastOp + 1, static_cast<std::int64_t>(buffer.plannedBytes()), std::nullopt});
  planner::Placement placement;
  optimization::OperatorOrder order;
  for (auto _ : state) {
    planner::Effort effort(service::kPlanSteps);
    placement = planner::solve(buffers, {.steps = service::kPlanSteps, .stop = {}, .enough = {}});
    order = optimization::findOperatorOrder(file->graph(), report->buffers, effort);
  }
  state.counters["bytes"] = static_cast<double>(placement.bytes);
  state.counters["bound"] = static_cast<double>(placement.lowerBound);
  state.counters["anyOrder"] = static_cast<double>(order.lowerBound);
  state.counters["greedy"] = static_cast<double>(report->arena->head);
}

// What is estimated before anything is run: the best strips of a network.
void cutNetwork(benchmark::State& state) {
  const auto file = model::ModelFile::load(test::sampleModel("person_detector"));
  if (!file) return state.SkipWithError(file.error().message.c_str());
  const std::vector<optimization::OperatorCosts> costs(file->graph().main().operators.size());
  for (auto _ : state) {
    planner::Effort effort;
    benchmark::DoNotOptimize(optimization::bestStripPaths(file->graph(), costs, effort));
  }
}
BENCHMARK(cutNetwork)->Unit(benchmark::kMillisecond);

// The whole of it, every run included.
void shrinkNetwork(benchmark::State& state, const std::filesystem::path& path) {
  service::ShrinkRequest request;
  request.profile.model = path;
  request.profile.kernels = "cmsis-nn";
  for (auto _ : state) {
    engine::RunControl control;
    const auto report = service::shrinkModel(request, {}, control);
    if (!report) return state.SkipWithError(report.error().message.c_str());
    state.counters["before"] = static_cast<double>(report->before().arenaBytes());
    state.counters["bytes"] = static_cast<double>(report->after().arenaBytes());
    state.counters["growth"] = optimization::growthOf(*report, report->after());
  }
}

const bool kRegistered = [] {
  const auto add = [](const std::filesystem::path& folder, const char* suffix, const std::string& kind, auto* run) {
    if (!std::filesystem::is_directory(folder)) return;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == suffix)
        benchmark::RegisterBenchmark((kind + "/" + entry.path().stem().string()).c_str(), run, entry.path())
            ->Unit(benchmark::kMillisecond);
  };
  add(test::sharedFolder() / "minimalloc", ".csv", "place", placeInstance);
  add(test::sharedFolder() / "models", ".tflite", "plan", planNetwork);
  add(test::sampleModel("sine").parent_path(), ".tflite", "plan", planNetwork);
  for (const auto& model : {test::sampleModel("image_classifier"), test::sharedFolder() / "models/vww_96_int8.tflite"})
    if (std::filesystem::exists(model))
      benchmark::RegisterBenchmark(("shrink/" + model.stem().string()).c_str(), shrinkNetwork, model)
          ->Unit(benchmark::kSecond);
  return true;
}();

} // namespace
} // namespace arenascope::service
