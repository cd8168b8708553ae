// Dual issue of Cortex-M7, by the measurements named in emulator/cpu/thumb/cortex_m7.cc.
#include <gtest/gtest.h>

#include "emulator/cpu/thumb/cores.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

std::uint32_t cyclesOf(const std::vector<std::uint16_t>& code) {
  return makeCortexM7()->blockCost(bytesOf(code), kCodeStart).cycles;
}

TEST(DualIssueTest, IndependentAdditionsGoTogether) { EXPECT_EQ(cyclesOf({0x1888, 0x192B}), 1U); }

TEST(DualIssueTest, ASimpleResultIsForwardedInTheSameCycle) {
  EXPECT_EQ(cyclesOf({0x1888, 0x1943}), 1U); // adds r0, r1, r2; adds r3, r0, r5
}

TEST(DualIssueTest, AnAddressIsNotForwarded) {
  EXPECT_EQ(cyclesOf({0x1888, 0x6803}), 2U); // adds r0, r1, r2; ldr r3, [r0]
}

TEST(DualIssueTest, ALoadGoesWithAnAdditionButNotWithALoad) {
  EXPECT_EQ(cyclesOf({0x6808, 0x192B}), 1U); // ldr r0, [r1]; adds r3, r5, r4
  EXPECT_EQ(cyclesOf({0x6808, 0x684A}), 2U); // ldr r0, [r1]; ldr r2, [r1, #4]
  EXPECT_EQ(cyclesOf({0x6808, 0x6053}), 1U); // ldr r0, [r1]; str r3, [r2, #4]
}

TEST(DualIssueTest, AByteIsThereACycleAfterAWord) {
  EXPECT_EQ(cyclesOf({0x6808, 0x1D40}), 2U); // ldr r0, [r1]; adds r0, r0, #5
  EXPECT_EQ(cyclesOf({0x7808, 0x1D40}), 3U); // ldrb r0, [r1]; adds r0, r0, #5
}

TEST(DualIssueTest, MultipliesGoOneByOneAndChainTheirSums) {
  EXPECT_EQ(cyclesOf({0xFB01, 0x0002, 0xFB03, 0x5404}), 2U); // two mla
  // smlad r0, r1, r2, r0 four times: one a cycle.
  EXPECT_EQ(cyclesOf({0xFB21, 0x0002, 0xFB21, 0x0002, 0xFB21, 0x0002, 0xFB21, 0x0002}), 4U);
}

TEST(DualIssueTest, SeveralRegistersGoTwoACycle) {
  EXPECT_EQ(cyclesOf({0xC91F}), 3U); // ldm r1!, {r0, r1, r2, r3, r4}, read as ldm r1
}

} // namespace
} // namespace arenascope::thumb
