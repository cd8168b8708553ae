// RISC-V code as halfwords in the order in which they are executed: how it is cut, what it costs, and how far it takes
// the stack down. Encodings from the assembler; cycles calculated by hand from what the model names as its sources.
#include <gtest/gtest.h>

#include "emulator/cpu/riscv/cores.h"
#include "emulator/cpu/riscv/decoder.h"
#include "emulator/cpu/riscv/riscv_architecture.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::riscv {
namespace {

using thumb::bytesOf;

cpu::BlockCost costOf(const std::vector<std::uint16_t>& halfwords) {
  return makeSingleIssue()->blockCost(bytesOf(halfwords), thumb::kCodeStart);
}

TEST(RiscvTest, ShortAndLongInstructionsAreCounted) {
  // addi a0, a0, 1 (short); mul a0, a0, a1; ret
  EXPECT_EQ(countInstructions(bytesOf({0x0505, 0x0533, 0x02B5, 0x8082})), 3U);
  EXPECT_EQ(countInstructions(bytesOf({})), 0U);
  EXPECT_EQ(countInstructions(bytesOf({0x0533})), 1U) << "cut off in the middle";
}

TEST(RiscvTest, OneCycleEachUnlessSomethingWaits) {
  EXPECT_EQ(costOf({0x0505, 0x0533, 0x02B5}).cycles, 2U);         // addi; mul
  EXPECT_EQ(costOf({0x4188, 0x0585}).cycles, 2U);                 // lw a0, 0(a1); addi a1, a1, 1
  EXPECT_EQ(costOf({0x4188, 0x0505}).cycles, 3U);                 // lw a0, 0(a1); addi a0, a0, 1: waits for it
  EXPECT_EQ(costOf({0x4188, 0x0585, 0x0505}).cycles, 3U);         // with another in between
  EXPECT_EQ(costOf({0x2503, 0x0005, 0x0533, 0x00A5}).cycles, 3U); // lw a0, 0(a0); add a0, a0, a0
  EXPECT_EQ(costOf({0x4533, 0x02B5}).cycles, 35U);                // div a0, a0, a1
}

TEST(RiscvTest, TakenBranchesFillThePipelineAgain) {
  const cpu::BlockCost loop = costOf({0x0505, 0xFD7D}); // addi a0, a0, 1; bnez a0, back
  EXPECT_EQ(loop.cycles, 2U);
  EXPECT_EQ(loop.takenCycles, 1);
  EXPECT_EQ(costOf({0x0505}).takenCycles, 0) << "goes on in the next block";
  EXPECT_EQ(costOf({0x8082}).takenCycles, 1) << "ret";
}

TEST(RiscvTest, ProloguesTakeTheStackDown) {
  EXPECT_EQ(stackBytes(bytesOf({0x1141})), 16U);           // addi sp, sp, -16
  EXPECT_EQ(stackBytes(bytesOf({0x7139})), 64U);           // addi sp, sp, -64, in the form for multiples of 16
  EXPECT_EQ(stackBytes(bytesOf({0x0113, 0xC001})), 1024U); // addi sp, sp, -1024
  EXPECT_EQ(stackBytes(bytesOf({0x0141})), 0U) << "up again";
}

} // namespace
} // namespace arenascope::riscv
