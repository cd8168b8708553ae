#include "emulator/cpu/thumb/divide.h"

#include <gtest/gtest.h>

#include "emulator/cpu/thumb/divide_stubs.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

// 2 to 12 in all, by the bits of the quotient.
TEST(DivideTest, TakesAsLongAsItsQuotientIs) {
  EXPECT_EQ(divideCycles(3, 7, false), 0U);           // smaller than the divisor
  EXPECT_EQ(divideCycles(7, 7, false), 1U);           // 1 bit: 10/32 rounded up
  EXPECT_EQ(divideCycles(1000, 10, false), 3U);       // 7 bits: 70/32
  EXPECT_EQ(divideCycles(0xFFFFFFFF, 1, false), 10U); // 32 bits
  EXPECT_EQ(divideCycles(5, 0, false), 0U);           // by zero
}

TEST(DivideTest, SignsDoNotCount) {
  EXPECT_EQ(divideCycles(0U - 1000, 10, true), divideCycles(1000, 10, true));
  EXPECT_EQ(divideCycles(1000, 0U - 10, true), divideCycles(1000, 10, true));
  EXPECT_EQ(divideCycles(0x80000000, 1, true), 10U);
}

TEST(DivideTest, FindsSignedAndUnsignedDivides) {
  // adds; sdiv r0, r1, r2; udiv r3, r4, r5; mul.w
  const auto sites = findDivides(bytesOf({0x3001, 0xFB91, 0xF0F2, 0xFBB4, 0xF3F5, 0xFB01, 0xF002}), 0x100);
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(sites[0].address, 0x102U);
  EXPECT_TRUE(sites[0].isSigned);
  EXPECT_EQ(sites[0].dividend, 1);
  EXPECT_EQ(sites[0].divisor, 2);
  EXPECT_EQ(sites[1].address, 0x106U);
  EXPECT_FALSE(sites[1].isSigned);
  EXPECT_EQ(sites[1].dividend, 4);
  EXPECT_EQ(sites[1].divisor, 5);
}

} // namespace
} // namespace arenascope::thumb
