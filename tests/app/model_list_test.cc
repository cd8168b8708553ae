#include "app/cli/options/model_list.h"

#include <gmock/gmock.h>

#include "tests/support/test_models.h"

namespace arenascope::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ModelListTest : public testing::Test {
protected:
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
  std::vector<std::string> models(const std::string& name) const {
    const auto found = modelsOf(file(name));
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : std::vector<std::string>();
  }
  std::string problem(const std::string& name) const {
    const auto found = modelsOf(file(name));
    return found ? "" : found.error().message;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ModelListTest, AFolderIsItsModelsInOrder) {
  std::filesystem::create_directories(folder_.path() / "all/inside");
  for (const char* name : {"all/b.tflite", "all/inside/c.tflite", "all/a.tflite", "all/notes.txt"})
    folder_.write(name, std::string("x"));
  EXPECT_THAT(models("all"), ElementsAre(file("all/a.tflite"), file("all/b.tflite"), file("all/inside/c.tflite")));
  std::filesystem::create_directories(folder_.path() / "none");
  EXPECT_THAT(problem("none"), HasSubstr("no .tflite file in this folder"));
}

TEST_F(ModelListTest, AModelIsItselfThoughItBeMissing) {
  for (const char* name : {"m.tflite", "m.cc", "m.h"}) EXPECT_THAT(models(name), ElementsAre(file(name)));
}

TEST_F(ModelListTest, AListHasAPathOnEachLine) {
  folder_.write("list.txt", std::string("# networks\r\na.tflite\r\n\nsub/b.tflite\n"));
  EXPECT_THAT(models("list.txt"), ElementsAre("a.tflite", "sub/b.tflite"));
}

TEST_F(ModelListTest, WhatIsNoListSaysSo) {
  EXPECT_THAT(problem("nowhere"), HasSubstr("no such file"));
  folder_.write("empty", std::string("# nothing\n"));
  EXPECT_THAT(problem("empty"), HasSubstr("no model in this list"));
  folder_.write("bytes", std::string("a\0b\n", 4));
  EXPECT_THAT(problem("bytes"), HasSubstr("the file is not text"));
}

} // namespace
} // namespace arenascope::cli
