// The greedy planner on 1,000 random buffers, on the host.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "core/interpreter/runtime/greedy_planner.h"

namespace arenascope::runtime {
namespace {

void greedyPlanOf1000(benchmark::State& state) {
  constexpr int kBuffers = 1000;
  std::mt19937 random(1);
  std::vector<BufferRequirement> requirements;
  for (int i = 0; i < kBuffers; ++i) {
    const auto first = static_cast<std::int32_t>(random() % 400);
    requirements.push_back({static_cast<std::int32_t>(16 * (1 + random() % 4096)), kOnlinePlanned, first,
                            first + static_cast<std::int32_t>(random() % 8)});
  }
  const trace::Tracer tracer;
  std::vector<std::uint64_t> workspace(kBuffers * tflm::kPlannerRecord / sizeof(std::uint64_t));
  std::size_t head = 0;
  for (auto _ : state) {
    GreedyPlanner planner;
    planner.init(reinterpret_cast<std::uint8_t*>(workspace.data()), kBuffers * tflm::kPlannerRecord);
    for (const BufferRequirement& requirement : requirements) (void)planner.add(tracer, requirement);
    planner.plan();
    head = planner.headBytes();
    benchmark::DoNotOptimize(head);
  }
  state.counters["head bytes"] = static_cast<double>(head);
}
BENCHMARK(greedyPlanOf1000)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace arenascope::runtime
