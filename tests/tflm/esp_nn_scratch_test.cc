// Scratch sizes of esp-nn: those that its own getters answer for these shapes, version by version.
#include "core/interpreter/tflm/esp_nn_scratch.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/interpreter/tflm/esp_nn_versions.h"
#include "tests/support/test_models.h"

namespace arenascope::tflm::esp_nn {
namespace {

constexpr std::uint32_t kVersions[] = {1010200, 1020000, 1020001, 1020100, 1020200, 1020300};

struct ScratchCase {
  const char* what;
  WindowShape shape;
  Size multiplier; // 0: CONV_2D
  EspChip chip;
  std::array<Size, 6> bytes; // of each version
};
void PrintTo(const ScratchCase& one, std::ostream* stream) { *stream << one.what; }

constexpr WindowShape kPointwise = {{12, 12}, {1, 1}, {12, 12}, {0, 0}, {1, 1}, 12, 20};
constexpr WindowShape kFirst = {{96, 96}, {3, 3}, {48, 48}, {0, 0}, {2, 2}, 1, 8};
constexpr WindowShape kPadded = {{20, 16}, {3, 3}, {20, 16}, {1, 1}, {1, 1}, 24, 16};
constexpr WindowShape kLong = {{1, 60}, {1, 5}, {1, 56}, {0, 0}, {1, 1}, 32, 32};

const ScratchCase kCases[] = {
    {"conv, kPointwise", kPointwise, 0, EspChip::kEsp32S3, {2912, 2912, 2912, 2912, 2912, 2944}},
    {"depthwise times 1, kPointwise", kPointwise, 1, EspChip::kEsp32S3, {32, 32, 32, 7152, 7152, 7152}},
    {"depthwise times 4, kPointwise", kPointwise, 4, EspChip::kEsp32S3, {3568, 3568, 3584, 3584, 3584, 3584}},
    {"depthwise times 8, kPointwise", kPointwise, 8, EspChip::kEsp32S3, {3664, 3664, 3680, 3680, 3680, 3680}},
    {"conv, kFirst", kFirst, 0, EspChip::kEsp32S3, {1216, 1216, 1216, 11204, 11204, 11236}},
    {"depthwise times 1, kFirst", kFirst, 1, EspChip::kEsp32S3, {32, 32, 32, 32, 32, 32}},
    {"depthwise times 4, kFirst", kFirst, 4, EspChip::kEsp32S3, {18520, 18520, 18536, 18536, 18536, 18536}},
    {"depthwise times 8, kFirst", kFirst, 8, EspChip::kEsp32S3, {18592, 18592, 18608, 18608, 18608, 18608}},
    {"conv, kPadded", kPadded, 0, EspChip::kEsp32S3, {14208, 14208, 14208, 27552, 27552, 27584}},
    {"depthwise times 1, kPadded", kPadded, 1, EspChip::kEsp32S3, {15808, 15808, 15824, 25952, 25952, 25952}},
    {"depthwise times 4, kPadded", kPadded, 4, EspChip::kEsp32S3, {17104, 17104, 17120, 17120, 17120, 17120}},
    {"depthwise times 8, kPadded", kPadded, 8, EspChip::kEsp32S3, {18832, 18832, 18848, 18848, 18848, 18848}},
    {"conv, kLong", kLong, 0, EspChip::kEsp32S3, {5280, 5280, 5280, 10400, 10400, 10432}},
    {"depthwise times 1, kLong", kLong, 1, EspChip::kEsp32S3, {32, 32, 32, 4192, 4192, 4192}},
    {"depthwise times 4, kLong", kLong, 4, EspChip::kEsp32S3, {5136, 5136, 5152, 5152, 5152, 5152}},
    {"depthwise times 8, kLong", kLong, 8, EspChip::kEsp32S3, {6416, 6416, 6432, 6432, 6432, 6432}},
    {"conv, kPointwise", kPointwise, 0, EspChip::kEsp32P4, {2912, 2912, 2912, 2912, 2912, 464}},
    {"conv, kFirst", kFirst, 0, EspChip::kEsp32P4, {1216, 1216, 1216, 1216, 1216, 148672}},
    {"conv, kPadded", kPadded, 0, EspChip::kEsp32P4, {14208, 14208, 14208, 14208, 14208, 312}},
    {"conv, kLong", kLong, 0, EspChip::kEsp32P4, {5280, 5280, 5280, 5280, 5280, 5280}},
};

class EspNnScratchTest : public testing::TestWithParam<ScratchCase> {};

TEST_P(EspNnScratchTest, IsWhatTheGettersAnswer) {
  const ScratchCase& one = GetParam();
  for (std::size_t i = 0; i < std::size(kVersions); ++i)
    EXPECT_EQ(one.multiplier == 0 ? convBytes(one.chip, one.shape, kVersions[i])
                                  : depthwiseBytes(one.chip, one.shape, one.multiplier, kVersions[i]),
              one.bytes[i])
        << kVersions[i];
}

INSTANTIATE_TEST_SUITE_P(All, EspNnScratchTest, testing::ValuesIn(kCases));

TEST(EspNnScratchTest, OtherChipsNeedNoneForWindows) {
  for (const std::uint32_t version : kVersions) {
    EXPECT_EQ(convBytes(EspChip::kGeneric, kPadded, version), 0);
    EXPECT_EQ(depthwiseBytes(EspChip::kGeneric, kPadded, 1, version), 0);
    EXPECT_EQ(depthwiseBytes(EspChip::kEsp32P4, kPadded, 1, version), 0);
  }
  EXPECT_EQ(softmaxBytes(EspChip::kGeneric, 10, 1020300), 40);
}

// A row of what getters answered: version, chip, function, then numbers.
struct Row {
  std::string version;
  std::string chip;
  std::string function;
  Size inputWidth, inputHeight, channels, filterWidth, filterHeight, strideWidth, strideHeight, padWidth, padHeight,
      outputWidth, outputHeight, outputs, multiplier, filterChannels, bytes;
};

std::istream& operator>>(std::istream& stream, Row& row) {
  stream >> row.version >> row.chip >> row.function;
  for (Size* number : {&row.inputWidth, &row.inputHeight, &row.channels, &row.filterWidth, &row.filterHeight,
                       &row.strideWidth, &row.strideHeight, &row.padWidth, &row.padHeight, &row.outputWidth,
                       &row.outputHeight, &row.outputs, &row.multiplier, &row.filterChannels, &row.bytes})
    stream >> *number;
  return stream;
}

Size ours(const Row& row) {
  const EspNnVersion* version = espNnVersion("esp-nn@" + row.version);
  if (version == nullptr) return -1;
  const EspChip chip = row.chip == "esp32s3"   ? EspChip::kEsp32S3
                       : row.chip == "esp32p4" ? EspChip::kEsp32P4
                                               : EspChip::kGeneric;
  const WindowShape shape = {{row.inputWidth, row.inputHeight},
                             {row.filterWidth, row.filterHeight},
                             {row.outputWidth, row.outputHeight},
                             {row.padWidth, row.padHeight},
                             {row.strideWidth, row.strideHeight},
                             row.channels,
                             row.outputs,
                             row.filterChannels};
  if (row.function == "softmax") return softmaxBytes(chip, row.inputWidth, version->number);
  if (row.function == "conv") return convBytes(chip, shape, version->number);
  return depthwiseBytes(chip, shape, row.multiplier, version->number);
}

// The number of rows; those of NN_ANSI_C are 0, and nothing of ours stands for it.
int compareWith(const std::filesystem::path& table) {
  std::ifstream file(table);
  std::string line;
  std::getline(file, line); // names of columns
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    Row row;
    std::istringstream stream(line);
    stream >> row;
    EXPECT_FALSE(stream.fail()) << line;
    if (row.chip == "ansi") {
      EXPECT_EQ(row.bytes, 0) << line;
    } else {
      EXPECT_EQ(ours(row), row.bytes) << line;
    }
  }
  return rows;
}

TEST(EspNnScratchTest, EveryRowOfOurTableIsEqual) {
  EXPECT_EQ(compareWith(std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "tests/tflm/esp_nn_scratch.tsv"), 512);
}

TEST(EspNnScratchTest, EveryRowOfTheGettersIsEqual) {
  const auto folder = test::sharedFolder() / "oracle/esp";
  if (!std::filesystem::exists(folder / "scratch_1.2.6.tsv")) {
    std::cerr << "\nNO COMPARISON WITH REAL GETTERS: there is no table in " << folder << "\n\n";
    GTEST_SKIP() << "no oracle at " << folder;
  }
  for (const char* name : {"scratch_1.2.3.tsv", "scratch_1.2.6.tsv", "scratch_1.3.1.tsv", "scratch_read_1.3.2.tsv",
                           "scratch_read_1.4.1.tsv"})
    EXPECT_GE(compareWith(folder / name), 1360) << name;
}

TEST(EspNnScratchTest, AnUpperBoundIsNoneOfTheRulesExceeds) {
  constexpr WindowShape kStaged = {{16, 16}, {3, 3}, {16, 16}, {1, 1}, {1, 1}, 16, 16};
  EXPECT_EQ(convBytes(EspChip::kEsp32S3, kStaged, 1040000), 40 * 144 + 16'480);
  constexpr WindowShape kFew = {{3, 3}, {3, 3}, {3, 3}, {1, 1}, {1, 1}, 64, 64};
  EXPECT_GT(convBytes(EspChip::kEsp32S3, kFew, 1040000), convBytes(EspChip::kEsp32S3, kFew, 1040100))
      << "one of the rules before 1.4.1 asks for more";
  EXPECT_EQ(softmaxBytes(EspChip::kEsp32S3, 1000, 1040000), 4000);
  EXPECT_EQ(softmaxBytes(EspChip::kEsp32S3, 1000, 1040100), kSoftmaxTables);
}

TEST(EspNnScratchTest, TheProvenVersionIsTheNewestOfItsKind) {
  EXPECT_STREQ(provenEspNn().name, "1.3.1");
  for (std::size_t i = 1; i < kEspNnVersions.size(); ++i)
    EXPECT_GT(kEspNnVersions[i - 1].number, kEspNnVersions[i].number);
  EXPECT_EQ(espChipAt(EspChip::kEsp32S31, 1020900), EspChip::kGeneric);
  EXPECT_EQ(espChipAt(EspChip::kEsp32S31, 1030000), EspChip::kEsp32P4);
}

} // namespace
} // namespace arenascope::tflm::esp_nn
