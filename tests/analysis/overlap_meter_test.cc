// Distances of sequences of accesses that can be followed by hand: an input of 8 bytes at 100, an output of 8 at 200.
#include "core/analysis/overlap_meter.h"

#include <gtest/gtest.h>

#include <functional>

namespace arenascope::profile {
namespace {

constexpr std::uint64_t kInputAt = 100;
constexpr std::uint64_t kOutputAt = 200;
constexpr std::uint32_t kLength = 8;

ModelInfo oneOperator() {
  ModelInfo model;
  SubgraphInfo& graph = model.subgraphs.emplace_back();
  graph.tensors.resize(2);
  for (TensorInfo& tensor : graph.tensors) tensor.bytes = kLength;
  OperatorInfo& op = graph.operators.emplace_back();
  op.name = "COPY";
  op.inputs = {TensorId(0)};
  op.outputs = {TensorId(1)};
  return model;
}

SafeDistance measured(const std::function<void(OverlapMeter&)>& kernel) {
  const ModelInfo model = oneOperator();
  OverlapMeter meter(model);
  for (std::int32_t t = 0; t < 2; ++t)
    meter.onEvent({.kind = trace::EventKind::kTensorPlaced,
                   .position = {.subgraph = 0},
                   .index = t,
                   .bytes = kLength,
                   .address = t == 0 ? kInputAt : kOutputAt});
  meter.begin({.subgraph = 0, .op = 0});
  kernel(meter);
  meter.end();
  const std::vector<SafeDistance> found = meter.take();
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? SafeDistance{} : found.front();
}

TEST(OverlapMeterTest, ForwardByteByByteMayLieExactlyOverItsInput) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    for (std::uint32_t i = 0; i < kLength; ++i) {
      meter.access(kInputAt + i, 1, false);
      meter.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.below, 0);
  EXPECT_EQ(distance.above, 8) << "the first byte would overwrite the second otherwise";
}

TEST(OverlapMeterTest, BackwardIsSafeTheOtherWayRound) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    for (std::uint32_t i = kLength; i-- > 0;) {
      meter.access(kInputAt + i, 1, false);
      meter.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.above, 0);
  EXPECT_EQ(distance.below, -8);
}

// A window of three: byte i of the output needs bytes i - 1 to i + 1, so that two bytes are still wanted when it is
// written.
TEST(OverlapMeterTest, AWindowKeepsItsDistance) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    for (std::uint32_t i = 0; i < kLength; ++i) {
      for (std::uint32_t k = i == 0 ? 0 : i - 1; k <= i + 1 && k < kLength; ++k) meter.access(kInputAt + k, 1, false);
      meter.access(kOutputAt + i, 1, true);
    }
  });
  EXPECT_EQ(distance.below, -1);
}

TEST(OverlapMeterTest, WhatReadsAllFirstMayLieAnywhere) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    meter.access(kInputAt, 8, false);
    for (std::uint32_t i = 0; i < kLength; ++i) meter.access(kOutputAt + i, 1, true);
  });
  EXPECT_GE(distance.below, 8) << "every distance is at most this";
  EXPECT_LE(distance.above, -8);
}

// Each half of the output is written after a walk over the whole input.
TEST(OverlapMeterTest, TwoPassesMayNotOverlapBeforeTheLast) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    for (std::uint32_t half = 0; half < 2; ++half)
      for (std::uint32_t i = 0; i < kLength; ++i) {
        meter.access(kInputAt + i, 1, false);
        if (i % 2 == 0) meter.access(kOutputAt + i + half, 1, true);
      }
  });
  EXPECT_LE(distance.below, -7);
  EXPECT_EQ(distance.above, 8);
}

TEST(OverlapMeterTest, AKernelThatWritesItsInputIsLeftAlone) {
  const SafeDistance distance = measured([](OverlapMeter& meter) {
    meter.access(kInputAt, 4, true);
    meter.access(kOutputAt, 4, true);
  });
  EXPECT_EQ(distance.below, -8);
  EXPECT_EQ(distance.above, 8);
}

} // namespace
} // namespace arenascope::profile
