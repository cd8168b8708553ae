// Arm's DSP instructions whose translation is ours (emulator/unicorn/dsp_instructions.cc), against what Arm's manual
// says.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

#include "tests/emulator/engine_with_code.h"

namespace arenascope::unicorn {
namespace {

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kSmallest = std::numeric_limits<std::int32_t>::min();
constexpr std::uint32_t kQ = 1U << 27;

std::uint32_t halves(std::int32_t high, std::int32_t low) {
  return static_cast<std::uint32_t>(high) << 16 | (static_cast<std::uint32_t>(low) & 0xFFFF);
}

struct MultiplyAccumulate {
  std::uint32_t a;
  std::uint32_t b;
  std::int32_t accumulator;
};

class DspInstructionsTest : public testing::TestWithParam<MultiplyAccumulate> {};

// The sum wraps around, and an overflow is remembered.
TEST_P(DspInstructionsTest, SmladAddsAndRemembersAnOverflow) {
  const std::array<std::uint16_t, 4> code = {0xFB21, 0x3002,  // smlad r0, r1, r2, r3
                                             0xF3EF, 0x8400}; // mrs r4, apsr
  EngineWithCode program(code);
  const auto& [a, b, accumulator] = GetParam();
  program.write(UC_ARM_REG_R1, a);
  program.write(UC_ARM_REG_R2, b);
  program.write(UC_ARM_REG_R3, static_cast<std::uint32_t>(accumulator));
  ASSERT_EQ(program.run(), UC_ERR_OK);
  const auto half = [](std::uint32_t word, int number) {
    return std::int64_t{static_cast<std::int16_t>(word >> (16 * number))};
  };
  const std::int64_t sum = half(a, 0) * half(b, 0) + half(a, 1) * half(b, 1) + accumulator;
  EXPECT_EQ(program.read(UC_ARM_REG_R0), static_cast<std::uint32_t>(sum));
  EXPECT_EQ((program.read(UC_ARM_REG_R4) & kQ) != 0, sum > kLargest || sum < kSmallest);
}

INSTANTIATE_TEST_SUITE_P(Sums, DspInstructionsTest,
                         testing::Values(MultiplyAccumulate{halves(3, -5), halves(7, 11), 40},
                                         MultiplyAccumulate{halves(3, -5), halves(7, 11), -40},
                                         MultiplyAccumulate{halves(-128, 127), halves(127, -128), 100'000},
                                         MultiplyAccumulate{halves(1, 0), halves(1, 0), kLargest - 1},
                                         MultiplyAccumulate{halves(1, 0), halves(1, 0), kLargest},
                                         MultiplyAccumulate{halves(1, 0), halves(-1, 0), kSmallest + 1},
                                         MultiplyAccumulate{halves(1, 0), halves(-1, 0), kSmallest},
                                         MultiplyAccumulate{halves(-32768, -32768), halves(-32768, -32768), 0},
                                         MultiplyAccumulate{halves(32767, 32767), halves(32767, 32767), 200'000},
                                         MultiplyAccumulate{halves(-32768, -32768), halves(32767, 32767), -70'000}));

TEST(Sxtb16Test, ExtendsTheLowBytesOfBothHalves) {
  const std::array<std::uint16_t, 6> code = {0xFA2F, 0xF081,  // sxtb16 r0, r1
                                             0xFA2F, 0xF391,  // sxtb16 r3, r1, ror #8
                                             0xFA2F, 0xF181}; // sxtb16 r1, r1
  EngineWithCode program(code);
  program.write(UC_ARM_REG_R1, 0x7F80'FE03);
  ASSERT_EQ(program.run(), UC_ERR_OK);
  EXPECT_EQ(program.read(UC_ARM_REG_R0), 0xFF80'0003);
  EXPECT_EQ(program.read(UC_ARM_REG_R3), 0x007F'FFFE);
  EXPECT_EQ(program.read(UC_ARM_REG_R1), 0xFF80'0003);
}

} // namespace
} // namespace arenascope::unicorn
