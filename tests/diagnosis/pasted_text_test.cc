// Output that went through terminals, web pages, translators and JSON is read as it was printed.
#include "core/diagnosis/pasted_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/diagnosis/tflm_messages.h"

namespace arenascope::diagnosis {
namespace {

using testing::IsEmpty;

TEST(PastedTextTest, ColoursAndCharactersOfOtherKindsGo) {
  EXPECT_EQ(asPrinted("\x1b[0;31mE (12) tflm: failed\x1b[0m\r\n"), "E (12) tflm: failed\n");
  EXPECT_EQ(asPrinted("[0;31mE (12)[0m"), "E (12)") << "a page dropped the escape character";
  EXPECT_EQ(asPrinted("a[3] [m] [12]"), "a[3] [m] [12]");
  EXPECT_EQ(asPrinted("Requested：1296，available\u00a0456。"), "Requested:1296,available 456.");
  EXPECT_EQ(asPrinted("&lt;err&gt; os: &#39;a&quot;&amp;"), "<err> os: 'a\"&");
  EXPECT_EQ(asPrinted("\u2018foo\u2019 \u201cbar\u201d"), "'foo' \"bar\"");
  EXPECT_EQ(asPrinted(std::string("a\0b\0", 4)), "ab") << "UTF-16";
}

TEST(PastedTextTest, EscapesAreOfOneLongString) {
  EXPECT_EQ(asPrinted("first\\r\\nDidn\\'t find"), "first\nDidn't find");
  EXPECT_EQ(asPrinted("C:\\new\nx"), "C:\\new\nx") << "a path in a text that has lines";
}

TEST(PastedTextTest, BrokenLinesAreReadOn) {
  for (const char* text :
       {"Failed to allocate tail memory. Requested: 12\r\n96, available 456, missing: 840",
        "E (12) tflm: Failed to allo\ncate tail memory. Requested: 1296, available 456, missing: 840",
        "Failed to allocate tail memory. Requested: 1296, available 456, missing: 84\n0",
        "错误\nFailed to allocate tail memory. Requested：1296，available 456，missing：840"}) {
    const auto parsed = parseMessages(text);
    ASSERT_EQ(parsed->messages.size(), 1U) << text;
    EXPECT_EQ(parsed->messages[0].requested, 1296U) << text;
    EXPECT_EQ(parsed->messages[0].available, 456U) << text;
    EXPECT_EQ(parsed->messages[0].missing, 840U) << text;
  }
  const auto broken = parseMessages("Didn't find op for builtin opcode 'DEPTHWISE_\nCONV_2D' version '3'");
  ASSERT_EQ(broken->messages.size(), 1U);
  EXPECT_EQ(broken->messages[0].name, "DEPTHWISE_CONV_2D");
  EXPECT_EQ(broken->messages[0].version, 3U);
}

TEST(PastedTextTest, ANumberOfTheNextLineIsNotTheMessages) {
  const auto parsed =
      parseMessages("Failed to resize buffer. Requested: 48, available 16, missing: 32\n12 other things");
  ASSERT_EQ(parsed->messages.size(), 1U);
  EXPECT_EQ(parsed->messages[0].missing, 32U);
  EXPECT_THAT(parsed->others, testing::ElementsAre("12 other things"));
}

} // namespace
} // namespace arenascope::diagnosis
