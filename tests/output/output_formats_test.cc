#include "core/output/output_formats.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

TEST(OutputFormatsTest, EachWritesSomethingOfAReport) {
  const report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  std::set<std::string> suffixes;
  for (const OutputFormat& format : outputFormats()) {
    const Result<std::string> text = format.write(report);
    ASSERT_TRUE(text) << format.title << ": " << text.error().message;
    EXPECT_TRUE(text->ends_with('\n')) << format.title;
    const std::string suffix = format.suffix;
    EXPECT_TRUE(suffixes.insert(suffix).second) << suffix << ": two files would have one name";
    if (suffix.ends_with("json")) {
      EXPECT_TRUE(nlohmann::json::accept(*text)) << format.title;
    }
    if (suffix.ends_with(".h") || suffix == "h") {
      EXPECT_NE(text->find("#pragma once"), std::string::npos) << format.title;
    }
  }
  EXPECT_GE(suffixes.size(), 10U);
}

// Where the model could not be run there is still something to write.
TEST(OutputFormatsTest, SomeNeedNoArena) {
  const test::TemporaryFolder folder;
  const report::Report report =
      test::profileOf(folder.write("tile.tflite", test::unsupportedOperatorModel()), "cortex-m4");
  ASSERT_FALSE(report.arena);
  int written = 0;
  for (const OutputFormat& format : outputFormats()) {
    if (format.needsArena) continue;
    const Result<std::string> text = format.write(report);
    ASSERT_TRUE(text) << format.title << ": " << text.error().message;
    EXPECT_FALSE(text->empty()) << format.title;
    ++written;
  }
  EXPECT_GE(written, 5);
}

} // namespace
} // namespace arenascope::output
