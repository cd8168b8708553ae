#include "core/base/text_format.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

TEST(TextFormatTest, NamesThatAreTooLongKeepTheirEnd) {
  EXPECT_EQ(shortened("conv1", 8), "conv1");
  EXPECT_EQ(shortened("12345678", 8), "12345678");
  EXPECT_EQ(shortened("model/layer/conv1", 8), "...conv1");
  EXPECT_EQ(shortened("a\x1b[31m\n", 20).find('\x1b'), std::string::npos) << "a name gives a terminal no orders";
}

TEST(TextFormatTest, LettersBecomeSmallAndNothingElseChanges) {
  EXPECT_EQ(lowered("INT16 x_Y\xc3\x84"), "int16 x_y\xc3\x84");
}

TEST(TextFormatTest, CsvFieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csvField("plain text"), "plain text");
  EXPECT_EQ(csvField("1,5"), "\"1,5\"");
  EXPECT_EQ(csvField("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csvField("mac\rline"), "\"mac\rline\"");
}

TEST(TextFormatTest, MarksOfMarkdownAreEscapedInCells) {
  EXPECT_EQ(markdownCell("plain (text)"), "plain (text)");
  EXPECT_EQ(markdownCell("a|b `c` *d* e_f <g> [h] \\"), "a\\|b \\`c\\` \\*d\\* e\\_f \\<g> \\[h] \\\\");
}

TEST(TextFormatTest, MonthsHaveTwoDigits) {
  EXPECT_EQ(yearAndMonth(202203), "2022-03");
  EXPECT_EQ(yearAndMonth(202112), "2021-12");
}

TEST(TextFormatTest, PercentHaveASignAndNoMinusBeforeNothing) {
  EXPECT_EQ(signedPercent(3.14, 1), "+3.1 %");
  EXPECT_EQ(signedPercent(-3.16, 1), "-3.2 %");
  EXPECT_EQ(signedPercent(-0.04, 1), "+0.0 %");
  EXPECT_EQ(signedPercent(-0.06, 1), "-0.1 %");
  EXPECT_EQ(signedPercent(-0.4, 0), "+0 %");
}

TEST(TextFormatTest, FootnotesStandBelowAndOnlyWhereThereAreSome) {
  const Style plain = terminalStyle(false);
  EXPECT_EQ(footnotes({}, plain), "");
  EXPECT_EQ(footnotes({"one", "two"}, plain), "\n  one\n  two\n");
  const Style coloured = terminalStyle(true);
  EXPECT_EQ(footnotes({"one"}, coloured), std::string("\n  ") + coloured.weak + "one" + coloured.end + "\n");
  EXPECT_NE(std::string(coloured.weak), "");
}

} // namespace
} // namespace arenascope
