// Scratch sizes of esp-nn: those that its own getters answer for these shapes, version by version.
#include "core/interpreter/kernels/esp_nn/scratch.h"

#include <gtest/gtest.h>

#include <array>

namespace arenascope::kernels::esp_nn {
namespace {

using tflm::EspChip;

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
  EXPECT_EQ(softmaxBytes(10), 40);
}

} // namespace
} // namespace arenascope::kernels::esp_nn
