// Instructions that processors lack; encodings by an assembler.
#include "emulator/cpu/thumb/extensions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/cpu/thumb/cores.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

using testing::HasSubstr;

struct Sample {
  const char* text;
  std::vector<std::uint16_t> code;
  // On which cores it is there: M0+, M3, M4, M33, M7.
  bool m0plus, m3, m4, m33, m7;
};

const Sample kSamples[] = {
    {"movs r0, r1", {0x0008}, true, true, true, true, true},
    {"bl", {0xF000, 0xF806}, true, true, true, true, true},
    {"mrs r0, primask", {0xF3EF, 0x8010}, true, true, true, true, true},
    {"dmb", {0xF3BF, 0x8F5F}, true, true, true, true, true},
    {"nop", {0xBF00}, true, true, true, true, true},
    {"cbz r0", {0xB110}, false, true, true, true, true},
    {"it eq", {0xBF08}, false, true, true, true, true},
    {"sdiv r0, r1, r2", {0xFB91, 0xF0F2}, false, true, true, true, true},
    {"mul.w r0, r1, r2", {0xFB01, 0xF002}, false, true, true, true, true},
    {"smull r0, r1, r2, r3", {0xFB82, 0x0103}, false, true, true, true, true},
    {"clz r0, r1", {0xFAB1, 0xF081}, false, true, true, true, true},
    {"uxtb.w r0, r1", {0xFA5F, 0xF081}, false, true, true, true, true},
    {"ssat r0, #8, r1", {0xF301, 0x0007}, false, true, true, true, true},
    {"smlad r0, r1, r2, r3", {0xFB21, 0x3002}, false, false, true, true, true},
    {"smulbb r0, r1, r2", {0xFB11, 0xF002}, false, false, true, true, true},
    {"sxtb16 r0, r1", {0xFA2F, 0xF081}, false, false, true, true, true},
    {"uxtab r0, r1, r2", {0xFA51, 0xF082}, false, false, true, true, true},
    {"sadd16 r0, r1, r2", {0xFA91, 0xF002}, false, false, true, true, true},
    {"qadd r0, r1, r2", {0xFA82, 0xF081}, false, false, true, true, true},
    {"sel r0, r1, r2", {0xFAA1, 0xF082}, false, false, true, true, true},
    {"pkhbt r0, r1, r2", {0xEAC1, 0x0002}, false, false, true, true, true},
    {"ssat16 r0, #8, r1", {0xF321, 0x0007}, false, false, true, true, true},
    {"smlald r0, r1, r2, r3", {0xFBC2, 0x01C3}, false, false, true, true, true},
    {"umaal r0, r1, r2, r3", {0xFBE2, 0x0163}, false, false, true, true, true},
    {"vadd.f32 s0, s1, s2", {0xEE30, 0x0A81}, false, false, true, true, true},
    {"vldr d0, [r0]", {0xED90, 0x0B00}, false, false, true, true, true},
    {"vmov r0, r1, d0", {0xEC51, 0x0B10}, false, false, true, true, true},
    {"vselge.f32 s0, s1, s2", {0xFE20, 0x0A81}, false, false, false, true, true},
    {"vrinta.f32 s0, s1", {0xFEB8, 0x0A60}, false, false, false, true, true},
    {"vadd.f64 d0, d1, d2", {0xEE31, 0x0B02}, false, false, false, false, true},
    {"lda r0, [r1]", {0xE8D1, 0x0FAF}, false, false, false, true, false},
};

TEST(InstructionSetTest, EachCoreHasItsOwn) {
  for (const Sample& sample : kSamples) {
    const auto has = [&](const std::unique_ptr<cpu::CycleModel>& model) {
      return !model->findMissing(bytesOf(sample.code), kCodeStart).has_value();
    };
    EXPECT_EQ(has(makeCortexM0Plus()), sample.m0plus) << sample.text;
    EXPECT_EQ(has(makeCortexM3()), sample.m3) << sample.text;
    EXPECT_EQ(has(makeCortexM4()), sample.m4) << sample.text;
    EXPECT_EQ(has(makeCortexM33()), sample.m33) << sample.text;
    EXPECT_EQ(has(makeCortexM7()), sample.m7) << sample.text;
  }
}

TEST(InstructionSetTest, SaysWhichAndWhere) {
  const auto missing = makeCortexM0Plus()->findMissing(bytesOf({0x3001, 0xFB91, 0xF0F2}), kCodeStart);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->address, kCodeStart + 2);
  EXPECT_THAT(missing->what, HasSubstr("it needs Armv7-M"));
}

} // namespace
} // namespace arenascope::thumb
