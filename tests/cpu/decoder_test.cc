// Instructions as cycle models see them; encodings by an assembler.
#include "emulator/cpu/thumb/decoder.h"

#include <gtest/gtest.h>

#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

Instruction only(const std::vector<std::uint16_t>& code, bool vectors = false) {
  const std::vector<Instruction> all = Decoder(vectors).decode(bytesOf(code), kCodeStart);
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? Instruction() : all.front();
}

constexpr Registers bit(int number) { return Registers{1} << number; }

TEST(DecoderTest, RegistersAreReadAndWritten) {
  const Instruction load = only({0xF850, 0x1022}); // ldr.w r1, [r0, r2, lsl #2]
  EXPECT_EQ(load.op, Op::kLoad);
  EXPECT_TRUE(load.isLong());
  EXPECT_TRUE(load.registerOffset);
  EXPECT_EQ(load.address, bit(0) | bit(2));
  EXPECT_EQ(load.writes, bit(1));
  const Instruction store = only({0x7001}); // strb r1, [r0]
  EXPECT_EQ(store.op, Op::kStore);
  EXPECT_TRUE(store.narrow);
  EXPECT_EQ(store.reads & bit(1), bit(1));
  EXPECT_EQ(store.address, bit(0));
  const Instruction sum = only({0xEE30, 0x0A81}); // vadd.f32 s0, s1, s2
  EXPECT_EQ(sum.op, Op::kFloat);
  EXPECT_EQ(sum.writes, bit(32));
  EXPECT_EQ(sum.reads, bit(33) | bit(34));
}

TEST(DecoderTest, BranchesEndABlock) {
  const Instruction branch = only({0xD0FE}); // beq .
  EXPECT_EQ(branch.op, Op::kBranch);
  EXPECT_TRUE(branch.conditional);
  EXPECT_EQ(branch.target, kCodeStart);
  EXPECT_EQ(only({0xF000, 0xF806}).op, Op::kCall);   // bl
  EXPECT_EQ(only({0x4770}).op, Op::kBranchRegister); // bx lr
  const Instruction pop = only({0xBD10});            // pop {r4, pc}
  EXPECT_EQ(pop.op, Op::kLoadMultiple);
  EXPECT_TRUE(pop.writesPc);
  EXPECT_EQ(pop.transfers, 2);
}

TEST(DecoderTest, AnItBlockMakesItsInstructionsConditional) {
  // it eq; moveq r0, r1; mov r0, r1
  const std::vector<Instruction> all = Decoder(false).decode(bytesOf({0xBF08, 0x4608, 0x4608}), kCodeStart);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].op, Op::kIfThen);
  EXPECT_TRUE(all[1].conditional);
  EXPECT_FALSE(all[2].conditional);
  EXPECT_EQ(all[2].at, kCodeStart + 4);
}

TEST(DecoderTest, WhatIsNotKnownIsCountedAllTheSame) {
  EXPECT_EQ(countInstructions(bytesOf({0xBF00, 0xF000, 0xF806, 0xBF00})), 3U);
  EXPECT_EQ(countInstructions({}), 0U);
  EXPECT_EQ(only({0xDE00}).bytes, 2); // udf #0
  EXPECT_EQ(Decoder(false).decode(bytesOf({0xBF00, 0xF7FF, 0xAFFF, 0xBF00}), kCodeStart).size(), 3U)
      << "one of four bytes";
}

} // namespace
} // namespace arenascope::thumb
