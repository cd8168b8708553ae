#include "emulator/instrumentation/block_table.h"

#include <gtest/gtest.h>

namespace arenascope::instrumentation {
namespace {

constexpr std::uint32_t kBase = 0x1000;

class CountingModel final : public cpu::CycleModel {
public:
  mutable int calls = 0;

  // An instruction and two cycles for each halfword.
  cpu::BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t /*address*/) const override {
    ++calls;
    return {.instructions = static_cast<std::uint32_t>(code.size() / 2),
            .cycles = static_cast<std::uint32_t>(code.size())};
  }
  std::optional<cpu::MissingInstruction> findMissing(std::span<const std::uint8_t> /*code*/,
                                                     std::uint32_t /*address*/) const override {
    return std::nullopt;
  }
};

TEST(BlockTableTest, DecodesEachBlockOnceWhateverItsSize) {
  const std::vector<std::uint8_t> code(64, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  EXPECT_EQ(table.at(kBase + 8, 4).cost, packCost(2, 4));
  EXPECT_EQ(table.at(kBase + 8, 6).cost, packCost(3, 6));
  EXPECT_EQ(table.at(kBase + 8, 4).cost, packCost(2, 4));
  EXPECT_EQ(table.at(kBase + 8, 6).cost, packCost(3, 6));
  EXPECT_EQ(model.calls, 2);
}

TEST(BlockTableTest, MarksHoldForAllSizesBeforeAndAfterDecoding) {
  const std::vector<std::uint8_t> code(64, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  table.mark(kBase + 8, kMarkInvoke);
  EXPECT_EQ(table.at(kBase + 8, 4).marks, kMarkInvoke);
  EXPECT_EQ(table.at(kBase + 8, 6).marks, kMarkInvoke);
  table.mark(kBase + 8, kMarkReturn);
  EXPECT_EQ(table.at(kBase + 8, 4).marks, kMarkInvoke | kMarkReturn);
  EXPECT_EQ(table.at(kBase + 8, 6).marks, kMarkInvoke | kMarkReturn);
}

TEST(BlockTableTest, FindsOnlyWhatIsKnownAndNotMarked) {
  const std::vector<std::uint8_t> code(64, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  EXPECT_EQ(table.fast().find(kBase + 8, 4), nullptr);
  (void)table.at(kBase + 8, 4);
  ASSERT_NE(table.fast().find(kBase + 8, 4), nullptr);
  EXPECT_EQ(table.fast().find(kBase + 8, 4)->next & 0xFFFFFFFF, kBase + 12);
  EXPECT_EQ(table.fast().find(kBase + 8, 6), nullptr);
  table.mark(kBase + 8, kMarkInvoke);
  EXPECT_EQ(table.fast().find(kBase + 8, 4), nullptr);
}

TEST(BlockTableTest, BlocksOutsideTheImageAreStillCounted) {
  const std::vector<std::uint8_t> code(8, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  EXPECT_EQ(table.at(kBase + 0x100, 8).cost, packCost(4, 4));
  EXPECT_EQ(model.calls, 0);
}

} // namespace
} // namespace arenascope::instrumentation
