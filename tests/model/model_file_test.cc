#include "core/model/load/model_file.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "core/model/load/c_array_reader.h"
#include "core/model/load/c_source.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
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
  EXPECT_NE(message(folder.write("no.cc", std::string("int main() {}"))).find("no byte array"), std::string::npos);
}

// Several models in one source, as generators of firmware write them.
TEST(ModelFileTest, ChoosesAmongTheArraysOfASource) {
  const test::TemporaryFolder folder;
  const auto array = [](const std::string& declaration, const std::vector<std::uint8_t>& bytes, bool isSigned) {
    std::string text = declaration + " = {";
    for (const std::uint8_t byte : bytes)
      text += std::to_string(isSigned ? static_cast<std::int8_t>(byte) : byte) + ", ";
    return text + "};\n";
  };
  const std::vector<std::uint8_t> first = test::twoLayerModel();
  const std::vector<std::uint8_t> second = test::depthwiseModel();
  const std::vector<std::uint8_t> longer(first.size() + second.size(), 7);
  const std::string image = array("const unsigned char g_image_data[]", longer, false);
  const std::string one = image + array("alignas(16) const unsigned char g_first_model[]", first, false);
  const auto bytesOf = [](const std::filesystem::path& path) {
    const Result<ModelFile> file = ModelFile::load(path);
    EXPECT_TRUE(file) << file.error().message;
    return file ? std::vector<std::uint8_t>(file->bytes().begin(), file->bytes().end()) : std::vector<std::uint8_t>();
  };
  EXPECT_EQ(bytesOf(folder.write("one.cc", one)), first) << "the image is longer, and no model";
  const std::string two =
      one + array("signed char __attribute__((aligned(8))) second_model[" + std::to_string(second.size()) + "]", second,
                  true);
  const std::filesystem::path path = folder.write("two.h", two);
  const Result<ModelFile> both = ModelFile::load(path);
  ASSERT_FALSE(both);
  EXPECT_NE(both.error().message.find("2 models: g_first_model, second_model; append a colon"), std::string::npos)
      << both.error().message;
  EXPECT_EQ(modelArraysIn(path), (std::vector<std::string>{"g_first_model", "second_model"}));
  EXPECT_TRUE(modelArraysIn(folder.write("two.tflite", two)).empty()) << "no source";
  EXPECT_EQ(bytesOf(path.string() + ":g_first_model"), first);
  EXPECT_EQ(bytesOf(path.string() + ":second_model"), second);
  const Result<ModelFile> none = ModelFile::load(path.string() + ":third");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("has no array third; it has: g_image_data, g_first_model"), std::string::npos)
      << none.error().message;
}

TEST(CArrayReaderTest, TakesTheLongestListAndSkipsComments) {
  const auto array = readCArray("int a[] = {1, 2}; /* {9,9,9,9} */ char b[] = {0x10u, 017, 255,}; int c[] = {256};");
  ASSERT_TRUE(array);
  EXPECT_EQ(*array, (std::vector<std::uint8_t>{16, 15, 255}));
  EXPECT_FALSE(readCArray("no braces"));
  EXPECT_FALSE(readCArray("{ open"));
}

TEST(CArrayReaderTest, KnowsStringsAndCharacters) {
  const std::vector<std::uint8_t> expected = {28, 0, 84};
  for (const char* source : {R"(const char kind[] = "image/*"; const unsigned char g_model[] = {28, 0, 84};)",
                             R"(const char* url = "https://x"; const unsigned char g_model[] = {28, 0, 84};)",
                             R"(const char* text = "}; \" {"; const unsigned char g_model[] = {28, 0, 84};)",
                             R"(const unsigned char g_model[] = {'\x1c', '\0', 'T'};)",
                             R"(const char g_model[] = {'\034', '\000', 'T',}; // don't)",
                             R"(const char quote = '"'; const unsigned char g_model[] = {28, 0, 84};)",
                             "const char* raw = R\"x(\" { )\" )x\"; const unsigned char g_model[] = {28, 0, 84};",
                             "#error it's not closed\nconst unsigned char g_model[] = {0x1c, 0, 8'4};"}) {
    const auto array = readCArray(source, "g_model");
    ASSERT_TRUE(array) << source << array.error().message;
    EXPECT_EQ(*array, expected) << source;
  }
  EXPECT_EQ(*readCArray(R"(char a[] = {'\n', '\\', '\'', '{', ',', '/', '"'};)"),
            (std::vector<std::uint8_t>{10, 92, 39, 123, 44, 47, 34}));
  EXPECT_FALSE(readCArray(R"(char a[] = {'ab', '\xfff'};)"));
}

} // namespace
} // namespace arenascope::model
