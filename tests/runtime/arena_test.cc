#include "core/interpreter/runtime/arena.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arenascope::runtime {
namespace {

using trace::Category;

class ArenaTest : public testing::Test {
protected:
  ArenaTest() {
    tracer_.listener = {
        [](void* user, const trace::Event& event) { static_cast<ArenaTest*>(user)->events_.push_back(event); }, this};
  }
  Arena make(std::size_t bytes) { return Arena(memory_, memory_ + bytes, tracer_); }

  alignas(64) std::uint8_t memory_[1024] = {};
  trace::Tracer tracer_;
  std::vector<trace::Event> events_;
};

TEST_F(ArenaTest, TailGrowsDownAndPadsOnlyByAlignment) {
  Arena arena = make(256);
  EXPECT_EQ(arena.allocatePersistent(5, 1, Category::kBuiltinParams), memory_ + 251);
  EXPECT_EQ(arena.tailBytes(), 5U);
  // 251 - 20 = 231, aligned down to 16: 224.
  EXPECT_EQ(arena.allocatePersistent(20, 16, Category::kKernelBuffer), memory_ + 224);
  EXPECT_EQ(arena.tailBytes(), 32U);
  EXPECT_EQ(events_.back().offset, 32U);
}

TEST_F(ArenaTest, TempLiesOnTheHeadAndGoesAllAtOnce) {
  Arena arena = make(256);
  ASSERT_EQ(arena.resizeHead(10, 16, Category::kPlan), Status::kOk);
  void* first = arena.allocateTemp(8, 4, Category::kTempTensor);
  void* second = arena.allocateTemp(4, 16, Category::kTempTensor);
  EXPECT_EQ(first, memory_ + 12);
  EXPECT_EQ(second, memory_ + 32);
  EXPECT_EQ(arena.usedBytes(), 36U);
  EXPECT_EQ(arena.resetTemp(), Status::kError) << "two blocks are still in use";
  arena.deallocateTemp(second);
  arena.deallocateTemp(first);
  EXPECT_EQ(arena.resetTemp(), Status::kOk);
  EXPECT_EQ(arena.usedBytes(), 10U);
}

TEST_F(ArenaTest, TailMayTakeWhatATemporaryGaveBack) {
  Arena arena = make(64);
  ASSERT_NE(arena.allocateTemp(16, 4, Category::kTempTensor), nullptr);
  void* second = arena.allocateTemp(32, 4, Category::kTempTensor);
  EXPECT_EQ(arena.allocatePersistent(32, 4, Category::kKernelBuffer), nullptr);
  arena.deallocateTemp(second);
  EXPECT_EQ(arena.allocatePersistent(32, 4, Category::kKernelBuffer), memory_ + 32);
  EXPECT_EQ(arena.allocatePersistent(32, 4, Category::kKernelBuffer), nullptr) << "the first is still in use";
}

TEST_F(ArenaTest, HeadCannotChangeUnderLiveTemporaries) {
  Arena arena = make(256);
  ASSERT_NE(arena.allocateTemp(8, 4, Category::kTempTensor), nullptr);
  EXPECT_EQ(arena.resizeHead(16, 16, Category::kPlan), Status::kError);
}

TEST_F(ArenaTest, TailThatWouldOverwriteATemporaryIsRefusedWithAMessage) {
  Arena arena = make(64);
  ASSERT_NE(arena.allocateTemp(40, 4, Category::kTempTensor), nullptr);
  EXPECT_EQ(arena.allocatePersistent(32, 4, Category::kKernelBuffer), nullptr);
  ASSERT_GE(events_.size(), 2U);
  EXPECT_EQ(events_[events_.size() - 2].kind, trace::EventKind::kRegionLost);
  EXPECT_EQ(events_[events_.size() - 2].bytes, 32U);
  EXPECT_EQ(events_[events_.size() - 2].offset, 24U);
  EXPECT_EQ(events_.back().kind, trace::EventKind::kMessage);
  EXPECT_NE(arena.allocatePersistent(24, 4, Category::kKernelBuffer), nullptr);
}

TEST_F(ArenaTest, TailMayOverwriteZeroPointsOnTopOfTheTemporaries) {
  Arena arena = make(64);
  ASSERT_NE(arena.allocateTemp(32, 4, Category::kTempTensor), nullptr);
  ASSERT_NE(arena.allocateTemp(8, 4, Category::kTempZeroPoints), nullptr);
  EXPECT_EQ(arena.allocatePersistent(32, 4, Category::kKernelBuffer), memory_ + 32);
}

TEST_F(ArenaTest, SizesNearTheLargestNumberAreRefused) {
  Arena arena = make(64);
  constexpr std::size_t kHuge = ~std::size_t{0} - 7;
  EXPECT_EQ(arena.allocatePersistent(kHuge, 16, Category::kKernelBuffer), nullptr);
  EXPECT_EQ(arena.allocateTemp(kHuge, 16, Category::kTempTensor), nullptr);
  EXPECT_EQ(arena.resizeHead(kHuge, 16, Category::kPlan), Status::kError);
}

TEST_F(ArenaTest, CreateRoundsAnUnalignedStartUp) {
  Arena* arena = Arena::create(memory_ + 1, 255, tracer_, false);
  ASSERT_NE(arena, nullptr);
  EXPECT_EQ(arena->start(), memory_ + 16);
  EXPECT_EQ(arena->tailBytes(), tflm::kOwnSizes.arena);
  EXPECT_EQ(Arena::create(memory_ + 1, 4, tracer_, false), nullptr);
}

TEST_F(ArenaTest, MessageSaysWhatWasAskedForAndWhatIsFree) {
  Arena arena = make(64);
  std::string text;
  tracer_.listener = {[](void* user, const trace::Event& event) {
                        if (event.kind == trace::EventKind::kMessage)
                          *static_cast<std::string*>(user) =
                              std::string(reinterpret_cast<const char*>(event.address), event.bytes);
                      },
                      &text};
  EXPECT_EQ(arena.allocatePersistent(100, 16, Category::kKernelBuffer), nullptr);
  EXPECT_EQ(text, "the arena is too small: persistent (tail) block of 100 bytes asked for, 64 bytes free");
}

} // namespace
} // namespace arenascope::runtime
