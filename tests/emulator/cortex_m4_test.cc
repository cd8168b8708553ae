// Cycles of short stretches of code, calculated by hand from the tables that emulator/timing/cortex_m4.cc names.
#include <gtest/gtest.h>

#include <vector>

#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {
namespace {

// Thumb halfwords in the order in which they are executed.
BlockCost costOf(const std::vector<std::uint16_t>& halfwords, std::uint32_t address = 0x08000000) {
  std::vector<std::uint8_t> code;
  for (const std::uint16_t halfword : halfwords) {
    code.push_back(static_cast<std::uint8_t>(halfword));
    code.push_back(static_cast<std::uint8_t>(halfword >> 8));
  }
  return makeCortexM4()->blockCost(code, address);
}

constexpr std::uint16_t kAdd = 0x3001;        // adds r0, #1
constexpr std::uint16_t kLoad = 0x6808;       // ldr r0, [r1]
constexpr std::uint16_t kLoadOther = 0x684A;  // ldr r2, [r1, #4]
constexpr std::uint16_t kLoadBehind = 0x6803; // ldr r3, [r0]
constexpr std::uint16_t kStore = 0x6008;      // str r0, [r1]
constexpr std::uint16_t kMultiply = 0x4348;   // muls r0, r1, r0
constexpr std::uint16_t kBranchBack = 0xD1FD; // bne .-2
constexpr std::uint16_t kReturn = 0x4770;     // bx lr

TEST(CortexM4Test, CountsShortAndLongInstructions) {
  EXPECT_EQ(countInstructions(std::vector<std::uint8_t>{0x01, 0x30, 0x91, 0xFB, 0xF2, 0xF0, 0x70, 0x47}), 3U);
  EXPECT_EQ(costOf({kAdd, 0xFB91, 0xF0F2, kReturn}).instructions, 3U);
}

TEST(CortexM4Test, DataProcessingAndMultiplyTakeOne) { EXPECT_EQ(costOf({kAdd, kAdd, kMultiply}).cycles, 3U); }

TEST(CortexM4Test, ALoadTakesTwo) { EXPECT_EQ(costOf({kAdd, kLoad, kAdd}).cycles, 4U); }

TEST(CortexM4Test, LoadsBehindEachOtherArePipelined) { EXPECT_EQ(costOf({kLoad, kLoadOther}).cycles, 3U); }

TEST(CortexM4Test, ALoadThatNeedsTheOneBeforeIsNot) { EXPECT_EQ(costOf({kLoad, kLoadBehind}).cycles, 4U); }

TEST(CortexM4Test, AStoreTakesOne) { EXPECT_EQ(costOf({kAdd, kStore}).cycles, 2U); }

TEST(CortexM4Test, ATakenDirectBranchRefillsOnce) {
  const BlockCost cost = costOf({kAdd, kBranchBack});
  EXPECT_EQ(cost.cycles, 2U);
  EXPECT_EQ(cost.takenCycles, 1U);
}

TEST(CortexM4Test, AnIndirectBranchRefillsTwice) { EXPECT_EQ(costOf({kReturn}).takenCycles, 2U); }

TEST(CortexM4Test, ABlockWithoutABranchHasNoRefill) { EXPECT_EQ(costOf({kAdd, kAdd}).takenCycles, 0U); }

TEST(CortexM4Test, PushAndPopTakeOneAndOneForEachRegister) {
  EXPECT_EQ(costOf({0xB570}).cycles, 5U); // push {r4, r5, r6, lr}
  const BlockCost pop = costOf({0xBD70}); // pop {r4, r5, r6, pc}
  EXPECT_EQ(pop.cycles, 5U);
  EXPECT_EQ(pop.takenCycles, 2U);
}

TEST(CortexM4Test, LoadMultipleTakesOneAndOneForEachRegister) {
  EXPECT_EQ(costOf({0xC807}).cycles, 4U);         // ldm r0, {r0, r1, r2}
  EXPECT_EQ(costOf({0xE9D0, 0x2300}).cycles, 3U); // ldrd r2, r3, [r0]
}

TEST(CortexM4Test, ADivideTakesItsMiddleValue) { EXPECT_EQ(costOf({0xFB91, 0xF0F2}).cycles, 7U); }

TEST(CortexM4Test, FloatArithmetic) {
  EXPECT_EQ(costOf({0xEE30, 0x0A81}).cycles, 1U);  // vadd.f32 s0, s1, s2
  EXPECT_EQ(costOf({0xEEA0, 0x0A81}).cycles, 3U);  // vfma.f32 s0, s1, s2
  EXPECT_EQ(costOf({0xEE80, 0x0A81}).cycles, 14U); // vdiv.f32 s0, s1, s2
}

TEST(CortexM4Test, AFloatResultIsThereOneCycleLater) {
  // vadd.f32 s0, s1, s2; vadd.f32 s3, s0, s0
  EXPECT_EQ(costOf({0xEE30, 0x0A81, 0xEE70, 0x1A00}).cycles, 3U);
}

TEST(CortexM4Test, AnItBehindAShortInstructionIsFolded) {
  EXPECT_EQ(costOf({kAdd, 0xBF08, kAdd}).cycles, 2U); // adds; it eq; addeq
}

TEST(CortexM4Test, ALongTargetAcrossAWordCostsOneMore) {
  EXPECT_EQ(costOf({0xFB91, 0xF0F2}, 0x08000002).entryCycles, 1U);
  EXPECT_EQ(costOf({0xFB91, 0xF0F2}, 0x08000004).entryCycles, 0U);
  EXPECT_EQ(costOf({kAdd}, 0x08000002).entryCycles, 0U);
}

} // namespace
} // namespace arenascope::timing
