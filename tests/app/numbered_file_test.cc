#include "app/cli/options/numbered_file.h"

#include <gmock/gmock.h>

#include "tests/support/test_models.h"

namespace arenascope::cli {
namespace {

TEST(NumberedFileTest, HasANumberAndBytes) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a=b.bin", std::vector<std::uint8_t>{1, 2, 3}).string();
  const Result<NumberedFile> file = readNumberedFile("--input", "12=" + path);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->number, 12U);
  EXPECT_EQ(file->bytes, (std::vector<std::uint8_t>{1, 2, 3})) << "a path may have = in it";
}

TEST(NumberedFileTest, OtherWordsAreWrongUse) {
  for (const char* text : {"file.bin", "=file.bin", "x=file.bin", "-1=file.bin", "1 =file.bin", "1001=file.bin", ""}) {
    const Result<NumberedFile> file = readNumberedFile("--expect", text);
    ASSERT_FALSE(file) << text;
    EXPECT_EQ(file.error().stage, Stage::kUsage) << text;
    EXPECT_EQ(file.error().message,
              "--expect takes a number and a file, for example 0=tensor.npy, not \"" + std::string(text) + "\"");
  }
  const Result<NumberedFile> missing = readNumberedFile("--input", "0=/no/such/file");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().stage, Stage::kInput) << "the words are right, the file is not there";
}

} // namespace
} // namespace arenascope::cli
