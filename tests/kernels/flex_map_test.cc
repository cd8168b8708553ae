#include "core/kernels/flex_map.h"

#include <flatbuffers/flexbuffers.h>
#include <gtest/gtest.h>

namespace arenascope::kernels {
namespace {

std::vector<std::uint8_t> sample() {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("count", 300);
    builder.Bool("flag", true);
    builder.Float("ratio", 0.5F);
    builder.Int("shift", -7);
  });
  builder.Finish();
  return builder.GetBuffer();
}

TEST(FlexMapTest, ReadsByKeyAndByPosition) {
  const std::vector<std::uint8_t> bytes = sample();
  const FlexMap map(bytes.data(), bytes.size());
  EXPECT_EQ(map.size(), 4);
  EXPECT_EQ(map.integer(map.find("count")), 300);
  EXPECT_EQ(map.integer(3), -7);
  EXPECT_TRUE(map.boolean(map.find("flag")));
  EXPECT_EQ(map.real(map.find("ratio")), 0.5F);
}

TEST(FlexMapTest, WhatIsNotThereIsZero) {
  const std::vector<std::uint8_t> bytes = sample();
  const FlexMap map(bytes.data(), bytes.size());
  EXPECT_EQ(map.find("coun"), -1);
  EXPECT_EQ(map.find("counts"), -1);
  EXPECT_EQ(map.integer(-1), 0);
  EXPECT_EQ(map.integer(4), 0);
  EXPECT_EQ(FlexMap(nullptr, 0).size(), 0);
}

// Cut off anywhere, or with any byte changed: nothing outside the bytes is read (the sanitizers' build would tell).
TEST(FlexMapTest, DamagedBytesAreHarmless) {
  const std::vector<std::uint8_t> whole = sample();
  const auto readAll = [](const std::vector<std::uint8_t>& bytes) {
    const FlexMap map(bytes.data(), bytes.size());
    double sum = map.find("ratio");
    for (int i = -1; i < 8; ++i) sum += map.integer(i) + static_cast<double>(map.real(i));
    return sum;
  };
  for (std::size_t length = 0; length < whole.size(); ++length)
    readAll({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const int value : {0, 1, 0x7F, 0x80, 0xFF}) {
      std::vector<std::uint8_t> damaged = whole;
      damaged[i] = static_cast<std::uint8_t>(value);
      readAll(damaged);
    }
  EXPECT_NE(readAll(whole), 0.0);
}

} // namespace
} // namespace arenascope::kernels
