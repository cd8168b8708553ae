#include "emulator/runners/host_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace arenascope::runners {
namespace {

TEST(HostPagesTest, AreZeroAndEnough) {
  HostPages pages(10'000);
  ASSERT_FALSE(pages.empty());
  EXPECT_GE(pages.bytes().size(), 10'000U);
  EXPECT_EQ(pages.bytes().size() % 4096, 0U);
  EXPECT_TRUE(std::ranges::all_of(pages.bytes(), [](std::uint8_t byte) { return byte == 0; }));
  pages.bytes().back() = 1;
}

TEST(HostPagesTest, AreHandedOn) {
  HostPages first(100);
  first.bytes()[0] = 7;
  HostPages second = std::move(first);
  EXPECT_EQ(second.bytes()[0], 7);
  HostPages third(200);
  third = std::move(second);
  EXPECT_EQ(third.bytes()[0], 7);
}

TEST(HostPagesTest, MoreThanThereIsIsEmpty) { EXPECT_TRUE(HostPages(std::uint64_t{1} << 60).empty()); }

} // namespace
} // namespace arenascope::runners
