// Branches: what they cost when they fall through and when they are taken, from the manuals and measurements that the
// cycle models name.
#include <gtest/gtest.h>

#include "emulator/cpu/thumb/cores.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

struct Branch {
  std::uint32_t through = 0;
  std::uint32_t taken = 0;

  bool operator==(const Branch&) const = default;
};

void PrintTo(const Branch& branch, std::ostream* stream) { *stream << branch.through << "/" << branch.taken; }

Branch costOf(const cpu::CycleModel& model, const std::vector<std::uint16_t>& code,
              std::uint32_t address = kCodeStart) {
  const cpu::BlockCost cost = model.blockCost(bytesOf(code), address);
  return {cost.cycles, cost.cycles + static_cast<std::uint32_t>(cost.takenCycles)};
}

const std::vector<std::uint16_t> kAlways = {0xE002};                        // b
const std::vector<std::uint16_t> kCondition = {0xD002};                     // beq
const std::vector<std::uint16_t> kCall = {0xF000, 0xF802};                  // bl
const std::vector<std::uint16_t> kReturn = {0x4770};                        // bx lr
const std::vector<std::uint16_t> kPopReturn = {0xBD70};                     // pop {r4, r5, r6, pc}
const std::vector<std::uint16_t> kCompareZero = {0xB108};                   // cbz r0
const std::vector<std::uint16_t> kTable = {0xE8DF, 0xF000};                 // tbb [pc, r0]
const std::vector<std::uint16_t> kAddAndBranch = {0x1888, 0xD002};          // adds r0, r1, r2; beq
const std::vector<std::uint16_t> kWideAndBranch = {0xEB01, 0x0002, 0xD002}; // add.w r0, r1, r2; beq

TEST(BranchCyclesTest, CortexM0Plus) {
  const auto model = makeCortexM0Plus();
  EXPECT_EQ(costOf(*model, kAlways).taken, 2U);
  EXPECT_EQ(costOf(*model, kCondition), (Branch{1, 2}));
  EXPECT_EQ(costOf(*model, kCall).taken, 3U);
  EXPECT_EQ(costOf(*model, kReturn).taken, 2U);
  EXPECT_EQ(costOf(*model, kPopReturn).taken, 7U); // 3 + 4 registers
}

TEST(BranchCyclesTest, CortexM3AndM4) {
  for (const auto& model : {makeCortexM3(), makeCortexM4()}) {
    EXPECT_EQ(costOf(*model, kAlways).taken, 2U); // 1 + P, P = 1
    EXPECT_EQ(costOf(*model, kCondition), (Branch{1, 2}));
    EXPECT_EQ(costOf(*model, kCompareZero), (Branch{1, 2}));
    EXPECT_EQ(costOf(*model, kCall).taken, 2U);
    EXPECT_EQ(costOf(*model, kReturn).taken, 3U);    // P = 2
    EXPECT_EQ(costOf(*model, kPopReturn).taken, 8U); // 1 + 4 registers, and at least 3 for the reload
    EXPECT_EQ(costOf(*model, kTable).taken, 6U);     // "at least six cycles"
  }
}

// A branch goes with the 16-bit instruction in front of it; taken, it waits for flags set there.
TEST(BranchCyclesTest, CortexM33) {
  const auto model = makeCortexM33();
  EXPECT_EQ(costOf(*model, kAddAndBranch), (Branch{1, 3}));
  EXPECT_EQ(costOf(*model, {0x6808, 0xE002}).taken, 2U); // ldr r0, [r1]; b
  EXPECT_EQ(costOf(*model, kWideAndBranch), (Branch{2, 3}));
  EXPECT_EQ(costOf(*model, kCondition), (Branch{1, 2}));
  EXPECT_EQ(costOf(*model, {0xCE0F, 0xE002}).taken, 5U); // ldm r6!, {r0-r3}; b: 4 and 1
}

// A predicted branch costs nothing more; the end of a loop is not predicted.
TEST(BranchCyclesTest, CortexM7) {
  const auto model = makeCortexM7();
  EXPECT_EQ(costOf(*model, kCondition), (Branch{1, 1}));
  EXPECT_EQ(costOf(*model, {0xD1FD}), (Branch{7, 1})); // bne, backwards
}

TEST(BranchCyclesTest, ABlockWithoutABranchHasNoRefill) {
  for (const auto& model : {makeCortexM3(), makeCortexM4(), makeCortexM7(), makeCortexM33()})
    EXPECT_EQ(model->blockCost(bytesOf({0x3001, 0x3001}), kCodeStart).takenCycles, 0);
}

TEST(BranchCyclesTest, AWideTargetAcrossTwoWordsCostsOneMore) {
  for (const auto& model : {makeCortexM3(), makeCortexM4(), makeCortexM33()}) {
    EXPECT_EQ(model->blockCost(bytesOf({0xEB01, 0x0002}), kCodeStart + 2).entryCycles, 1U);
    EXPECT_EQ(model->blockCost(bytesOf({0xEB01, 0x0002}), kCodeStart + 4).entryCycles, 0U);
    EXPECT_EQ(model->blockCost(bytesOf({0x3001}), kCodeStart + 2).entryCycles, 0U);
  }
}

} // namespace
} // namespace arenascope::thumb
