#include "core/interpreter/runtime/interpreter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/allocation_info.h"
#include "core/interpreter/runtime/context.h"
#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/offline_plan.h"
#include "resources/generator/model_builder.h"
#include "tests/support/test_models.h"

namespace arenascope::runtime {
namespace {

using run::RunTrace;
using trace::EventKind;
using trace::Phase;
using trace::Section;

constexpr std::uint64_t kAmple = 1 << 20;

std::vector<std::uint64_t> tailSizes(const RunTrace& trace, Phase phase) {
  std::vector<std::uint64_t> sizes;
  for (const trace::Event& event : trace.allocations)
    if (event.kind == EventKind::kAllocation && event.section == Section::kTail && event.position.phase == phase)
      sizes.push_back(event.bytes);
  return sizes;
}

// 64-bit sizes, by hand: allocator 72, planner 72, model allocator 72; then builtin data allocator 16, subgraph
// array 16, 5 tensors of 24, 2 nodes of 64, two sets of fully connected options of 16.
TEST(InterpreterTest, AllocatesInTheRealInterpretersOrder) {
  const RunTrace trace = test::hostRun(test::twoLayerModel(), kAmple);
  ASSERT_FALSE(trace.error.has_value());
  EXPECT_EQ(tailSizes(trace, Phase::kCreate), (std::vector<std::uint64_t>{72, 72, 72}));
  EXPECT_EQ(tailSizes(trace, Phase::kStart), (std::vector<std::uint64_t>{16, 16, 120, 128, 16, 16}));
  EXPECT_EQ(tailSizes(trace, Phase::kInit), (std::vector<std::uint64_t>{64, 64}));
  // One table of pointers and one tensor struct each for inputs and outputs; floats have no quantization.
  EXPECT_EQ(tailSizes(trace, Phase::kFinish), (std::vector<std::uint64_t>{8, 64, 8, 64}));
}

// in lives from 0 to 1, hidden from 1 to 2, out at 2. Sizes 16, 32 and 8 (16 in the plan): hidden at 0, the others
// at 32.
TEST(InterpreterTest, PlansBuffersByLifetime) {
  const RunTrace trace = test::hostRun(test::twoLayerModel(), kAmple);
  ASSERT_EQ(trace.planned.size(), 3U);
  const auto& [in, hidden, out] = std::tie(trace.planned[0], trace.planned[1], trace.planned[2]);
  EXPECT_EQ(std::tuple(in.first, in.last, in.offset), std::tuple(0, 1, 32U));
  EXPECT_EQ(std::tuple(hidden.first, hidden.last, hidden.offset), std::tuple(1, 2, 0U));
  EXPECT_EQ(std::tuple(out.first, out.last, out.offset, out.bytes), std::tuple(2, 2, 32U, 8U));
  EXPECT_EQ(trace.use->head, 48U);
}

TEST(InterpreterTest, HonoursAnOfflinePlan) {
  const RunTrace trace = test::hostRun(test::offlinePlannedModel({64, 96, -1}), kAmple);
  ASSERT_FALSE(trace.error.has_value()) << trace.error->message;
  EXPECT_EQ(trace.planned[0].offset, 64U);
  EXPECT_EQ(trace.planned[1].offset, 96U);
  EXPECT_EQ(trace.planned[2].offset, 0U) << "out does not meet in; hidden is above it";
  EXPECT_EQ(trace.use->head, 128U);
}

// The validator has seen to it that the plan fits some arena, not that it fits this one.
TEST(InterpreterTest, RefusesAnOfflinePlanThatLeavesTheArena) {
  const RunTrace trace = test::hostRun(test::offlinePlannedModel({0, 1 << 29, -1}), kAmple);
  ASSERT_TRUE(trace.error.has_value());
  EXPECT_EQ(trace.error->stage, Stage::kFinish);
  EXPECT_NE(trace.error->message.find("(head) needs 536870944 bytes"), std::string::npos) << trace.error->message;
}

TEST(InterpreterTest, RefusesAnOfflinePlanThatMisalignsABuffer) {
  const RunTrace trace = test::hostRun(test::offlinePlannedModel({0, 18, -1}), kAmple);
  ASSERT_TRUE(trace.error.has_value());
  EXPECT_NE(trace.error->message.find("tensor 2 of subgraph 0 at a place that is not aligned"), std::string::npos)
      << trace.error->message;
}

// weights1 is -1 0 1 -1 | 0 1 -1 0 | …: the outputs are sums that can be done by hand for inputs 1, 2, 3, 4.
TEST(InterpreterTest, ComputesWhatTheWeightsSay) {
  const std::vector<std::uint8_t> bytes = test::twoLayerModel();
  const engine::LoadedModel model = test::loaded(bytes);
  trace::Tracer tracer;
  kernels::reference::Resolver resolver;
  ASSERT_EQ(kernels::reference::registerAll(resolver), Status::kOk);
  Interpreter interpreter(model.file.bytes().data(), resolver, tracer, {});
  std::vector<std::uint64_t> arena(2048);
  ASSERT_EQ(interpreter.create(reinterpret_cast<std::uint8_t*>(arena.data()), arena.size() * 8), Status::kOk);
  ASSERT_EQ(interpreter.allocateTensors(), Status::kOk);
  const float input[] = {1, 2, 3, 4};
  std::memcpy(interpreter.input(0)->data, input, sizeof(input));
  ASSERT_EQ(interpreter.invoke(), Status::kOk);
  // Row r of weights1 is (4r + i) mod 3 - 1: hidden = {-2, -1, 3, -2, -1, 3, -2, -1}.
  // Rows of weights2: {-1,0,1,-1,0,1,-1,0} and {1,-1,0,1,-1,0,1,-1}: 12 and -3.
  const auto* output = static_cast<const float*>(interpreter.output(0)->data);
  EXPECT_FLOAT_EQ(output[0], 12.0F);
  EXPECT_FLOAT_EQ(output[1], -3.0F);
}

TEST(InterpreterTest, LinearPlannerKeepsEveryTensorApart) {
  const engine::LoadedModel model = test::loaded(test::twoLayerModel());
  trace::Tracer tracer;
  std::vector<std::uint64_t> offsets;
  tracer.listener = {[](void* user, const trace::Event& event) {
                       if (event.kind == EventKind::kPlannedBuffer)
                         static_cast<std::vector<std::uint64_t>*>(user)->push_back(event.offset);
                     },
                     &offsets};
  kernels::reference::Resolver resolver;
  ASSERT_EQ(kernels::reference::registerAll(resolver), Status::kOk);
  Interpreter interpreter(model.file.bytes().data(), resolver, tracer, {.planner = PlannerKind::kLinear});
  std::vector<std::uint64_t> arena(8192);
  ASSERT_EQ(interpreter.create(reinterpret_cast<std::uint8_t*>(arena.data()), arena.size() * 8), Status::kOk);
  ASSERT_EQ(interpreter.allocateTensors(), Status::kOk);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{0, 16, 48}));
}

TEST(InterpreterTest, RecordingCountsByCategory) {
  const RunTrace trace = test::hostRun(test::twoLayerModel(), kAmple, false, true);
  ASSERT_EQ(trace.recorded.size(), 6U);
  EXPECT_EQ(trace.recorded[0].requested, 5U * 24);
  EXPECT_EQ(trace.recorded[0].count, 5U);
  EXPECT_EQ(trace.recorded[1].count, 2U) << "one input and one output tensor";
  EXPECT_EQ(trace.recorded[3].requested, 64U + 64 + 8 + 8) << "kernel data and the two pointer tables";
  EXPECT_EQ(trace.recorded[5].count, 2U);
}

// Every arena that is too small ends in a message; none crashes, and from the first that works on all do.
TEST(InterpreterTest, EverySizeEitherWorksOrSaysWhyNot) {
  const std::vector<std::uint8_t> bytes = test::twoLayerModel();
  bool worked = false;
  for (std::uint64_t size = 1; size <= 2400; size += 1) {
    const RunTrace trace = test::hostRun(bytes, size);
    if (trace.error) {
      EXPECT_FALSE(trace.error->message.empty()) << size;
      EXPECT_TRUE(!worked || size % 16 != 0) << size;
    }
    worked = worked || (!trace.error && size % 16 == 0);
  }
  EXPECT_TRUE(worked);
}

TEST(InterpreterTest, UnknownOperatorIsNamed) {
  const RunTrace trace = test::hostRun(test::unsupportedOperatorModel(), kAmple);
  ASSERT_TRUE(trace.error.has_value());
  EXPECT_EQ(trace.error->op, 1);
  EXPECT_NE(trace.error->message.find("TILE"), std::string::npos) << trace.error->message;
}

} // namespace
} // namespace arenascope::runtime
