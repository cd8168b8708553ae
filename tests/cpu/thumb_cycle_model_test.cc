#include "emulator/cpu/thumb/thumb_cycle_model.h"

#include <gtest/gtest.h>

#include "emulator/cpu/thumb/thumb_architecture.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

// A cycle for each instruction, and what the pipeline takes after the last.
class OneEach : public ThumbCycleModel {
public:
  OneEach() : ThumbCycleModel(InstructionSet{}) {}

protected:
  BlockCost cost(std::span<const Instruction> block) const override {
    BlockCost result;
    const std::int32_t refill = refillAfter(block.back(), {.direct = 10, .indirect = 20, .loaded = 30});
    result.cycles = static_cast<std::uint32_t>(block.size()) + static_cast<std::uint32_t>(refill);
    return result;
  }
};

std::uint32_t blockCycles(const std::vector<std::uint16_t>& code) {
  return OneEach().blockCost(bytesOf(code), kCodeStart).cycles;
}

TEST(ThumbCycleModelTest, BlocksAreDecodedAndTheirInstructionsCounted) {
  const BlockCost cost = OneEach().blockCost(bytesOf({0xBF00, 0xF850, 0x1022, 0xBF00}), kCodeStart);
  EXPECT_EQ(cost.instructions, 3U);
  EXPECT_EQ(cost.cycles, 3U);
  EXPECT_EQ(OneEach().blockCost({}, kCodeStart).instructions, 0U);
}

TEST(ThumbCycleModelTest, ThePipelineIsFilledAgainByWhereTheAddressComesFrom) {
  EXPECT_EQ(blockCycles({0xBF00}), 1U);
  EXPECT_EQ(blockCycles({0xE7FE}), 11U);         // b .
  EXPECT_EQ(blockCycles({0xF000, 0xF806}), 11U); // bl
  EXPECT_EQ(blockCycles({0x4770}), 21U);         // bx lr
  EXPECT_EQ(blockCycles({0xBD10}), 31U);         // pop {r4, pc}
}

TEST(ThumbCycleModelTest, AccumulatorsAndWhatIsStoredMayComeLate) {
  const auto late = [](const std::vector<std::uint16_t>& code) {
    return lateOperands(Decoder(false).decode(bytesOf(code), kCodeStart).front());
  };
  EXPECT_EQ(late({0x6001}), Registers{1} << 1); // str r1, [r0]
  EXPECT_EQ(late({0x1888}), 0U);                // adds r0, r1, r2
}

TEST(ThumbArchitectureTest, CountsAsTheDecoderDoes) {
  const std::vector<std::uint8_t> code = bytesOf({0xB510, 0xB082, 0xF850, 0x1022, 0xBF00});
  EXPECT_EQ(kArchitecture.countInstructions(code), 4U);
  EXPECT_EQ(kArchitecture.stackBytes(code), 16U);
  EXPECT_EQ(kArchitecture.addressOf(kCodeStart | 1), kCodeStart) << "a pointer to Thumb code is odd";
}

} // namespace
} // namespace arenascope::thumb
