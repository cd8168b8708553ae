#include "core/output/version_files.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

std::map<std::string, std::string>& written() {
  static std::map<std::string, std::string> files;
  return files;
}
std::optional<Error> keep(const std::filesystem::path& path, std::string_view text) {
  if (path.filename() == "full.h") return Error{Stage::kExport, "no space"};
  written()[path.string()] = text;
  return std::nullopt;
}

class VersionFilesTest : public testing::Test {
protected:
  void SetUp() override {
    written().clear();
    report_.model.path = "before.tflite";
    report_.arena.emplace();
  }
  const std::vector<std::uint8_t> model_ = {'m', 'o', 'd', 'e', 'l'};
  report::Report report_;
};

TEST_F(VersionFilesTest, AreNamedForTheModel) {
  const VersionFiles files = filesBeside("to/small.tflite");
  EXPECT_EQ(files.header, "to/small_arena.h");
  EXPECT_EQ(files.resolver, "to/small_ops.h");
  ASSERT_FALSE(writeVersion(files, report_, model_, toHeader, keep));
  EXPECT_EQ(written().size(), 3U);
  EXPECT_EQ(written()["to/small.tflite"], "model");
  for (const char* header : {"to/small_arena.h", "to/small_ops.h"}) {
    EXPECT_NE(written()[header].find("small.tflite"), std::string::npos) << written()[header];
    EXPECT_EQ(written()[header].find("before.tflite"), std::string::npos) << "the model as it is written";
  }
}

TEST_F(VersionFilesTest, OnlyWhatWasAskedForIsWritten) {
  ASSERT_FALSE(writeVersion({.model = "", .header = "a.h", .resolver = ""}, report_, model_, toHeader, keep));
  EXPECT_EQ(written().size(), 1U);
  EXPECT_NE(written()["a.h"].find("before.tflite"), std::string::npos);
}

TEST_F(VersionFilesTest, WhatCannotBeWrittenIsAnError) {
  const auto failed =
      writeVersion({.model = "m.tflite", .header = "full.h", .resolver = "ops.h"}, report_, model_, toHeader, keep);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->message, "no space");
  EXPECT_FALSE(written().contains("ops.h")) << "nothing follows after that";
}

} // namespace
} // namespace arenascope::output
