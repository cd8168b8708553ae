#include "emulator/instrumentation/foreign_bytes.h"

#include <gtest/gtest.h>

namespace arenascope::instrumentation {
namespace {

using Range = std::tuple<std::int32_t, bool, std::uint64_t, std::uint64_t>; // operator, write, begin, end

class ForeignBytesTest : public testing::Test {
protected:
  void touch(std::uint32_t address, std::uint32_t bytes, bool write = true, std::int32_t op = 0) {
    bytes_.add({.position = {.subgraph = 0, .op = op}, .address = address, .bytes = bytes, .write = write}, at_++);
  }
  std::vector<Range> ranges() {
    std::vector<Range> all;
    for (const protocol::ForeignBytes& each : bytes_.take())
      all.emplace_back(each.position.op, each.write, each.begin, each.end);
    return all;
  }

  ForeignBytes bytes_;
  std::uint32_t at_ = 100;
};

TEST_F(ForeignBytesTest, WhatTouchesIsOneRange) {
  for (std::uint32_t address = 64; address < 96; address += 4) touch(address, 4);
  touch(60, 4);
  touch(70, 2);
  EXPECT_EQ(ranges(), (std::vector<Range>{{0, true, 60, 96}}));
}

TEST_F(ForeignBytesTest, AnAccessBetweenTwoRangesJoinsThem) {
  touch(0, 4);
  touch(8, 4);
  touch(20, 4);
  touch(4, 4);
  EXPECT_EQ(ranges(), (std::vector<Range>{{0, true, 0, 12}, {0, true, 20, 24}}));
}

TEST_F(ForeignBytesTest, OperatorsAndKindsOfAccessStayApart) {
  touch(0, 4, true, 1);
  touch(4, 4, false, 1);
  touch(8, 4, true, 0);
  EXPECT_EQ(ranges(), (std::vector<Range>{{0, true, 8, 12}, {1, false, 4, 8}, {1, true, 0, 4}}));
}

TEST_F(ForeignBytesTest, TheFirstInstructionIsKept) {
  touch(0, 4);
  touch(4, 4);
  const auto found = bytes_.take();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 100U);
}

TEST_F(ForeignBytesTest, SoManyRangesAndNoMore) {
  for (std::uint32_t i = 0; i < 2 * protocol::kMostForeign; ++i) touch(8 * i, 4);
  EXPECT_EQ(ranges().size(), protocol::kMostForeign);
  EXPECT_TRUE(bytes_.take().empty());
}

} // namespace
} // namespace arenascope::instrumentation
