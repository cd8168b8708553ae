// Distances of sequences of accesses that can be followed by hand: an input of 8 bytes at 100, an output of 8 at 200.
#include "emulator/instrumentation/overlap_profiler.h"

#include <gtest/gtest.h>

#include <functional>

namespace arenascope::instrumentation {
namespace {

constexpr std::uint64_t kInputAt = 100;
constexpr std::uint64_t kOutputAt = 200;
constexpr std::uint32_t kLength = 8;

model::ModelInfo oneOperator() {
  model::ModelInfo model;
  model::SubgraphInfo& graph = model.subgraphs.emplace_back();
  graph.tensors.resize(2);
  for (model::TensorInfo& tensor : graph.tensors) tensor.bytes = kLength;
  model::OperatorInfo& op = graph.operators.emplace_back();
  op.name = "COPY";
  op.inputs = {TensorId(0)};
  op.outputs = {TensorId(1)};
  return model;
}

run::SafeDistance measured(const std::function<void(OverlapProfiler&)>& kernel) {
  const model::ModelInfo model = oneOperator();
  OverlapProfiler profiler(model);
  for (std::int32_t t = 0; t < 2; ++t)
    profiler.onEvent({.kind = trace::EventKind::kTensorPlaced,
                      .position = {.subgraph = 0},
                      .index = t,
                      .bytes = kLength,
                      .address = t == 0 ? kInputAt : kOutputAt});
  profiler.begin({.subgraph = 0, .op = 0});
  kernel(profiler);
  profiler.end();
  const std::vector<run::SafeDistance> found = profiler.take();
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? run::SafeDistance{} : found.front();
}

TEST(OverlapProfilerTest, ForwardByteByByteMayLieExactlyOverItsInput) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    for (std::uint32_t i = 0; i < kLength; ++i) {
      profiler.access(kInputAt + i, 1, false);
      profiler.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.below, 0);
  EXPECT_EQ(distance.above, 8) << "the first byte would overwrite the second otherwise";
}

TEST(OverlapProfilerTest, BackwardIsSafeTheOtherWayRound) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    for (std::uint32_t i = kLength; i-- > 0;) {
      profiler.access(kInputAt + i, 1, false);
      profiler.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.above, 0);
  EXPECT_EQ(distance.below, -8);
}

// A window of three: byte i of the output needs bytes i - 1 to i + 1, so that two bytes are still wanted when it is
// written.
TEST(OverlapProfilerTest, AWindowKeepsItsDistance) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    for (std::uint32_t i = 0; i < kLength; ++i) {
      for (std::uint32_t k = i == 0 ? 0 : i - 1; k <= i + 1 && k < kLength; ++k)
        profiler.access(kInputAt + k, 1, false);
      profiler.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.below, -1);
}

TEST(OverlapProfilerTest, WhatReadsAllFirstMayLieAnywhere) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    profiler.access(kInputAt, 8, false);
    for (std::uint32_t i = 0; i < kLength; ++i) profiler.access(kOutputAt + i, 1, true);
  });
  EXPECT_GE(distance.below, 8) << "every distance is at most this";
  EXPECT_LE(distance.above, -8);
}

// Each half of the output is written after a walk over the whole input.
TEST(OverlapProfilerTest, TwoPassesMayNotOverlapBeforeTheLast) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    for (std::uint32_t half = 0; half < 2; ++half)
      for (std::uint32_t i = 0; i < kLength; ++i) {
        profiler.access(kInputAt + i, 1, false);
        if (i % 2 == 0) profiler.access(kOutputAt + i + half, 1, true);
      }
  });
  EXPECT_LE(distance.below, -7);
  EXPECT_EQ(distance.above, 8);
}

TEST(OverlapProfilerTest, AKernelThatWritesItsInputIsLeftAlone) {
  const run::SafeDistance distance = measured([](OverlapProfiler& profiler) {
    profiler.access(kInputAt, 4, true);
    profiler.access(kOutputAt, 4, true);
  });
  EXPECT_EQ(distance.below, -8);
  EXPECT_EQ(distance.above, 8);
}

} // namespace
} // namespace arenascope::instrumentation
