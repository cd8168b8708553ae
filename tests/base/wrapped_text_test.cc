#include "core/base/wrapped_text.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

TEST(WrappedTextTest, ContinuesBelowTheLastColumn) {
  EXPECT_EQ(wrapped("one two three\n  --a  four five six\n", 12),
            "one two\nthree\n  --a  four\n       five\n       six\n");
  EXPECT_EQ(wrapped("  12,345  a  one two three\n", 20), "  12,345  a  one two\n             three\n");
}

TEST(WrappedTextTest, IndentsTheRestOfAnItemWithoutColumns) {
  EXPECT_EQ(wrapped("  first item of two\n  second\n", 14), "  first item\n    of two\n  second\n");
}

TEST(WrappedTextTest, KeepsWordsAndTheEnd) {
  EXPECT_EQ(wrapped("short\nextraordinarily\n", 6), "short\nextraordinarily\n") << "a word is not broken";
  EXPECT_EQ(wrapped("a,b,c,d\n", 5), "a,b,\nc,d\n");
  EXPECT_EQ(wrapped("a b", 80), "a b") << "no line is ended that was not";
  EXPECT_EQ(wrapped("", 80), "");
  EXPECT_EQ(wrapped("a\n\n\nb\n", 80), "a\n\n\nb\n");
}

TEST(WrappedTextTest, ControlSequencesAndPartsOfCharactersHaveNoWidth) {
  EXPECT_EQ(wrapped("  \x1b[1mone two\x1b[0m\n", 9), "  \x1b[1mone two\x1b[0m\n");
  EXPECT_EQ(wrapped("\xc3\xa4\xc3\xa4 \xc3\xa4\n", 4), "\xc3\xa4\xc3\xa4 \xc3\xa4\n");
  EXPECT_EQ(wrapped("  \x1b[2mone two three\x1b[0m\n", 9), "  \x1b[2mone two\n    three\x1b[0m\n");
}

TEST(WrappedTextTest, ACommandStaysOneForAShell) {
  EXPECT_EQ(wrapped("    arenascope shrink model --budget 10\n", 28),
            "    arenascope shrink \\\n      model --budget 10\n");
}

} // namespace
} // namespace arenascope
