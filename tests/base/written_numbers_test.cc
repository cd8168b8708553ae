#include "core/base/written_numbers.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

TEST(WrittenNumbersTest, TakeNothingButTheNumber) {
  EXPECT_EQ(wholeNumber("0"), 0U);
  EXPECT_EQ(wholeNumber("18446744073709551615"), ~std::uint64_t{0});
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.5", "1e3", "0x10", "18446744073709551616", "1K", "many"})
    EXPECT_FALSE(wholeNumber(text)) << text;
}

TEST(WrittenNumbersTest, ScaleInStepsOf1024) {
  EXPECT_EQ(scaledNumber("65536"), 65536U);
  EXPECT_EQ(scaledNumber("64K"), 65536U);
  EXPECT_EQ(scaledNumber("2M"), 2U << 20);
  EXPECT_EQ(scaledNumber("1G"), 1U << 30);
  for (const char* text : {"", "K", "-1K", "64k", "64KB", "1.5M", "64K ", "17179869184G"})
    EXPECT_FALSE(scaledNumber(text)) << text;
}

TEST(WrittenNumbersTest, AreWrittenAsTheyAreRead) {
  EXPECT_EQ(scaledText(0), "0");
  EXPECT_EQ(scaledText(100'000), "100000");
  EXPECT_EQ(scaledText(65'536), "64K");
  EXPECT_EQ(scaledText(std::uint64_t{8} << 30), "8G");
  EXPECT_EQ(scaledText(50'000'000'000), "50000000000") << "not 48828125K";
  EXPECT_EQ(scaledText(std::uint64_t{1} << 43), "8192G");
}

TEST(WrittenNumbersTest, DecimalsAreFinite) {
  EXPECT_EQ(decimalNumber("2.5"), 2.5);
  EXPECT_EQ(decimalNumber("-1e3"), -1000.0);
  for (const char* text : {"", "nan", "inf", "1e999", "1,5", "2.5x", " 1"}) EXPECT_FALSE(decimalNumber(text)) << text;
}

} // namespace
} // namespace arenascope
