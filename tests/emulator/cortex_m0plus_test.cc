// Cycles of short stretches of code, calculated by hand from the table that emulator/timing/cortex_m0plus.cc names.
#include <gtest/gtest.h>

#include <vector>

#include "emulator/timing/cycle_model.h"

namespace arenascope::timing {
namespace {

// Thumb halfwords in the order in which they are executed.
BlockCost costOf(const std::vector<std::uint16_t>& halfwords) {
  std::vector<std::uint8_t> code;
  for (const std::uint16_t halfword : halfwords) {
    code.push_back(static_cast<std::uint8_t>(halfword));
    code.push_back(static_cast<std::uint8_t>(halfword >> 8));
  }
  return makeCortexM0Plus()->blockCost(code, 0x08000000);
}

constexpr std::uint16_t kAdd = 0x3001;   // adds r0, #1
constexpr std::uint16_t kLoad = 0x6808;  // ldr r0, [r1]
constexpr std::uint16_t kStore = 0x6008; // str r0, [r1]

TEST(CortexM0PlusTest, DataProcessingAndMultiplyTakeOne) {
  EXPECT_EQ(costOf({kAdd, kAdd, 0x4348}).cycles, 3U); // muls r0, r1, r0
}

TEST(CortexM0PlusTest, LoadsAndStoresTakeTwoEach) { EXPECT_EQ(costOf({kLoad, kLoad, kStore}).cycles, 6U); }

TEST(CortexM0PlusTest, SeveralRegistersTakeOneEachAndOne) {
  EXPECT_EQ(costOf({0xB570}).cycles, 5U); // push {r4, r5, r6, lr}
  EXPECT_EQ(costOf({0xBC70}).cycles, 4U); // pop {r4, r5, r6}
  EXPECT_EQ(costOf({0xC907}).cycles, 4U); // ldm r1!, {r0, r1, r2}, read as ldm r1, {r0, r1, r2}
  EXPECT_EQ(costOf({0xC00E}).cycles, 4U); // stmia r0!, {r1, r2, r3}
}

TEST(CortexM0PlusTest, AReturnByPopTakesTwoMore) {
  const BlockCost pop = costOf({0xBD70}); // pop {r4, r5, r6, pc}: 3 + 4, one of them for being taken
  EXPECT_EQ(pop.cycles + pop.takenCycles, 7U);
}

TEST(CortexM0PlusTest, BranchesTakeOneAndOneMoreWhenTaken) {
  const BlockCost branch = costOf({0xD1FD}); // bne
  EXPECT_EQ(branch.cycles, 1U);
  EXPECT_EQ(branch.takenCycles, 1U);
  const BlockCost call = costOf({0xF000, 0xF802}); // bl: 3
  EXPECT_EQ(call.instructions, 1U);
  EXPECT_EQ(call.cycles + call.takenCycles, 3U);
  const BlockCost back = costOf({0x4770}); // bx lr: 2
  EXPECT_EQ(back.cycles + back.takenCycles, 2U);
}

} // namespace
} // namespace arenascope::timing
