#include "core/profile/model_file.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "core/profile/c_array_reader.h"
#include "tests/support/test_models.h"

namespace arenascope::profile {
namespace {

std::string asSource(const std::vector<std::uint8_t>& bytes) {
  std::string text = "// a model {1, 2}\nunsigned char model[] = {\n";
  char number[8];
  for (const std::uint8_t byte : bytes) {
    std::snprintf(number, sizeof(number), "0x%02x, ", byte);
    text += number;
  }
  return text + "\n};\nunsigned int model_len = " + std::to_string(bytes.size()) + ";\n";
}

TEST(ModelFileTest, ReadsAModelFromCSource) {
  const test::TemporaryFolder folder;
  const std::vector<std::uint8_t> bytes = test::twoLayerModel();
  const Result<ModelFile> file = ModelFile::load(folder.write("model.cc", asSource(bytes)));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(std::vector<std::uint8_t>(file->bytes().begin(), file->bytes().end()), bytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(file->bytes().data()) % 64, 0U);
}

TEST(ModelFileTest, SaysWhatIsWrongWithAPath) {
  const test::TemporaryFolder folder;
  const auto message = [](const std::filesystem::path& path) {
    const Result<ModelFile> file = ModelFile::load(path);
    return file ? std::string() : file.error().message;
  };
  EXPECT_NE(message(folder.path() / "none.tflite").find("no such file"), std::string::npos);
  EXPECT_NE(message(folder.path()).find("is a folder"), std::string::npos);
  EXPECT_NE(message("/dev/null").find("not a regular file"), std::string::npos);
  EXPECT_NE(message(folder.write("empty.tflite", std::string())).find("the file is empty"), std::string::npos);
  EXPECT_NE(message(folder.write("no.cc", std::string("int main() {}"))).find("no array of bytes"), std::string::npos);
}

TEST(CArrayReaderTest, TakesTheLongestListAndSkipsComments) {
  const auto array = readCArray("int a[] = {1, 2}; /* {9,9,9,9} */ char b[] = {0x10u, 017, 255,}; int c[] = {256};");
  ASSERT_TRUE(array);
  EXPECT_EQ(*array, (std::vector<std::uint8_t>{16, 15, 255}));
  EXPECT_FALSE(readCArray("no braces"));
  EXPECT_FALSE(readCArray("{ open"));
}

} // namespace
} // namespace arenascope::profile
