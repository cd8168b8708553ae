// Words of an interpreter's allocator in synthetic memory, as in an arena's last bytes.
#include "emulator/image/allocator_watch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <span>
#include <vector>

namespace arenascope::image {
namespace {

constexpr std::uint32_t kBase = 0x20000000;
constexpr std::uint32_t kArenaBegin = kBase + 0x100;
constexpr std::uint32_t kArenaEnd = kBase + 0x1000;
constexpr std::uint32_t kObject = kArenaEnd - 28; // start, end, head, tail, temp, checks, temporary blocks
constexpr std::uint32_t kTable = kBase;           // of virtual functions
constexpr std::uint32_t kFunction = kBase + 0x41; // Thumb code

class AllocatorWatchTest : public testing::Test {
protected:
  void put(std::uint32_t address, std::uint32_t value) {
    std::memcpy(memory_.data() + (address - kBase), &value, sizeof value);
  }
  // As the object's constructor writes it, its table in front.
  void construct(std::uint32_t end = kArenaEnd) {
    put(kTable, 0);
    put(kTable + 4, kFunction);
    put(kTable + 8, 0x1000); // even: no function, the table's end
    put(kObject - 4, kTable);
    put(kObject, kArenaBegin);
    put(kObject + 4, end);
    put(kObject + 8, kArenaBegin);
    put(kObject + 12, kObject - 4);
    put(kObject + 16, kArenaBegin);
    put(kObject + 20, 0);
    put(kObject + 24, 0);
    watch_.onWrite(kObject + 4, end);
  }

  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(0x1000);
  GuestMemory guest_{[this](std::uint32_t address, std::uint64_t bytes) -> std::span<const std::uint8_t> {
    if (address < kBase || bytes > memory_.size() || address - kBase > memory_.size() - bytes) return {};
    return {memory_.data() + (address - kBase), static_cast<std::size_t>(bytes)};
  }};
  AllocatorWatch watch_{guest_};
};

TEST_F(AllocatorWatchTest, IsFoundByItsWords) {
  EXPECT_FALSE(watch_.find());
  construct();
  ASSERT_TRUE(watch_.find());
  EXPECT_EQ(watch_.start(), kArenaBegin);
  EXPECT_EQ(watch_.end(), kArenaEnd);
  EXPECT_EQ(watch_.object(), kObject);
  EXPECT_TRUE(watch_.hasTemp());
  EXPECT_EQ(watch_.functions(), (std::set<std::uint32_t>{kFunction & ~1U}));
  ASSERT_EQ(watch_.steps().size(), 1U) << "the object itself is the first allocation";
  EXPECT_EQ(watch_.steps()[0].before.tail, kArenaEnd);
  EXPECT_EQ(watch_.steps()[0].after.tail, kObject - 4);
}

TEST_F(AllocatorWatchTest, OtherWordsAreNone) {
  construct();
  put(kObject + 8, kArenaBegin + 16); // something lies in the head already
  EXPECT_FALSE(watch_.find());
  construct();
  put(kObject, kArenaEnd - 64); // too small for any arena
  EXPECT_FALSE(watch_.find());
}

TEST_F(AllocatorWatchTest, ChangesAreStepsWithTheCallThatMadeThem) {
  construct();
  ASSERT_TRUE(watch_.find());
  const Place place{.phase = RunPhase::kPrepare, .subgraph = 0, .op = 3, .inside = true};
  watch_.look(place);
  EXPECT_EQ(watch_.steps().size(), 1U) << "nothing has changed";
  watch_.onCall({.function = kFunction & ~1U, .arguments = {kObject - 4, 64, 16, 0}}, place);
  put(kObject + 12, kObject - 68);
  watch_.look(place);
  ASSERT_EQ(watch_.steps().size(), 2U);
  const AllocationStep& step = watch_.steps().back();
  EXPECT_EQ(step.before.tail - step.after.tail, 64U);
  ASSERT_TRUE(step.call);
  EXPECT_EQ(step.call->arguments[1], 64U);
  EXPECT_EQ(step.place.op, 3);
  put(kObject + 24, 2); // temporary blocks that are in use
  put(kObject + 16, kArenaBegin + 32);
  watch_.look(place);
  EXPECT_EQ(watch_.steps().back().outstanding, 2U);
  EXPECT_FALSE(watch_.steps().back().call) << "that call was the one before";
}

TEST_F(AllocatorWatchTest, ACallThatChangesNothingIsAStepOnceTheNextComes) {
  construct();
  ASSERT_TRUE(watch_.find());
  watch_.onCall({.function = kFunction & ~1U, .arguments = {kObject - 4, 1, 2, 0}}, {});
  EXPECT_EQ(watch_.steps().size(), 1U);
  watch_.onCall({.function = kFunction & ~1U, .arguments = {kObject - 4, 3, 4, 0}}, {});
  ASSERT_EQ(watch_.steps().size(), 2U);
  EXPECT_EQ(watch_.steps().back().before, watch_.steps().back().after);
}

TEST_F(AllocatorWatchTest, OneThatIsPassedOverIsNotFoundAgain) {
  construct();
  ASSERT_TRUE(watch_.find());
  watch_.passOver();
  EXPECT_FALSE(watch_.found());
  watch_.onWrite(kObject + 4, kArenaEnd);
  EXPECT_FALSE(watch_.find());
  EXPECT_TRUE(watch_.steps().empty());
}

} // namespace
} // namespace arenascope::image
