#include "core/report/operator_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/runners/emulated_runner.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

constexpr std::uint64_t kBase = 0x1000;
constexpr std::uint64_t kBytes = 0x1000;

// The two-layer model as the interpreter would place it: in, hidden and out at 0, 16 and 48; weights in the model.
class OperatorMemoryTest : public testing::Test {
protected:
  OperatorMemoryTest() {
    const std::uint64_t places[] = {kBase, 0x9000, kBase + 16, 0x9100, kBase + 48};
    const std::uint64_t sizes[] = {16, 128, 32, 64, 8};
    for (int tensor = 0; tensor < 5; ++tensor)
      memory_.onEvent({.kind = trace::EventKind::kTensorPlaced,
                       .position = {.subgraph = 0},
                       .index = tensor,
                       .bytes = sizes[tensor],
                       .address = places[tensor]});
    for (int op = 0; op < 2; ++op)
      memory_.onEvent({.kind = trace::EventKind::kAllocation,
                       .section = trace::Section::kTail,
                       .category = trace::Category::kKernelBuffer,
                       .position = {.subgraph = 0, .op = op},
                       .bytes = 32,
                       .offset = 64U + 32U * static_cast<unsigned>(op)});
    memory_.onEvent({.kind = trace::EventKind::kPlannedBuffer,
                     .position = {.subgraph = 0, .op = 1},
                     .index = 5,
                     .bytes = 20,
                     .address = kBase + 64});
  }

  enum class Allowed { kNothing, kReading, kWriting };
  Allowed allowed(int op, std::uint64_t address) const {
    Allowed result = Allowed::kNothing;
    for (const run::MemoryRange& range : memory_.of(0, op)) {
      if (address < range.begin || address >= range.end) continue;
      if (range.writable) return Allowed::kWriting;
      result = Allowed::kReading;
    }
    return result;
  }

  const engine::LoadedModel model_ = test::loaded(test::twoLayerModel());
  OperatorMemory memory_{model_.info, kBase, kBytes};
};

TEST_F(OperatorMemoryTest, InputsAreReadAndOutputsWritten) {
  EXPECT_EQ(allowed(0, kBase), Allowed::kReading);
  EXPECT_EQ(allowed(0, kBase + 15), Allowed::kReading);
  EXPECT_EQ(allowed(0, kBase + 16), Allowed::kWriting);
  EXPECT_EQ(allowed(0, kBase + 48), Allowed::kNothing) << "the next operator's output";
  EXPECT_EQ(allowed(1, kBase), Allowed::kNothing) << "the first operator's input";
  EXPECT_EQ(allowed(1, kBase + 16), Allowed::kReading);
  EXPECT_EQ(allowed(1, kBase + 55), Allowed::kWriting);
  EXPECT_EQ(allowed(1, kBase + 56), Allowed::kNothing) << "behind the output's last byte";
}

TEST_F(OperatorMemoryTest, ScratchAndKernelDataAreTheOperatorsOwn) {
  EXPECT_EQ(allowed(1, kBase + 64), Allowed::kWriting);
  EXPECT_EQ(allowed(1, kBase + 84), Allowed::kNothing);
  EXPECT_EQ(allowed(0, kBase + 64), Allowed::kNothing);
  const std::uint64_t first = kBase + kBytes - 64;
  EXPECT_EQ(allowed(0, first), Allowed::kWriting);
  EXPECT_EQ(allowed(1, first), Allowed::kReading) << "the shape of its input may lie there";
  EXPECT_EQ(allowed(0, first - 32), Allowed::kNothing) << "the second operator's data";
}

TEST_F(OperatorMemoryTest, SaysWhoseBytesAre) {
  EXPECT_EQ(memory_.describe(kBase + 20), "arena byte 20, in tensor 2 (hidden)");
  EXPECT_EQ(memory_.describe(kBase + 66), "arena byte 66, in scratch memory of operator 1");
  EXPECT_EQ(memory_.describe(kBase + 200), "arena byte 200, in unallocated memory");
  EXPECT_EQ(memory_.describe(kBase + kBytes), "outside the arena");
  EXPECT_THAT(memory_.describe(kBase + kBytes - 64), testing::HasSubstr("of operator 0"));
}

TEST_F(OperatorMemoryTest, SaysBesideWhichOfItsBuffersBytesAre) {
  const auto beside = [&](std::uint64_t begin, std::uint64_t end) {
    return memory_.beside(0, 1, kBase + begin, kBase + end).text;
  };
  EXPECT_EQ(beside(84, 88), "right behind its scratch memory");
  EXPECT_EQ(beside(100, 104), "16 bytes behind its scratch memory");
  EXPECT_EQ(beside(56, 57), "right behind its output 0 (out)");
  EXPECT_EQ(beside(58, 63), "1 byte before its scratch memory");
  EXPECT_EQ(beside(14, 16), "right before its input 0 (hidden)");
  EXPECT_EQ(beside(16, 20), "in its input 0 (hidden)") << "which may only be read";
}

} // namespace
} // namespace arenascope::report
