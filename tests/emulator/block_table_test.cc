#include "emulator/machine/block_table.h"

#include <gtest/gtest.h>

namespace arenascope::machine {
namespace {

constexpr std::uint32_t kBase = 0x1000;

class CountingModel final : public timing::CycleModel {
public:
  timing::BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t /*address*/) override {
    ++calls;
    return {.instructions = timing::countInstructions(code), .cycles = static_cast<std::uint32_t>(code.size())};
  }
  int calls = 0;
};

TEST(BlockTableTest, DecodesEachBlockOnceWhateverItsSize) {
  const std::vector<std::uint8_t> code(64, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  EXPECT_EQ(table.at(kBase + 8, 4).instructions, 2U);
  EXPECT_EQ(table.at(kBase + 8, 6).instructions, 3U);
  EXPECT_EQ(table.at(kBase + 8, 4).instructions, 2U);
  EXPECT_EQ(table.at(kBase + 8, 6).instructions, 3U);
  EXPECT_EQ(model.calls, 2);
}

TEST(BlockTableTest, MarksHoldForAllSizesBeforeAndAfterDecoding) {
  const std::vector<std::uint8_t> code(64, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  table.mark(kBase + 8, kMarkExit);
  EXPECT_EQ(table.at(kBase + 8, 4).marks, kMarkExit);
  EXPECT_EQ(table.at(kBase + 8, 6).marks, kMarkExit);
  table.mark(kBase + 8, kMarkReturn);
  EXPECT_EQ(table.at(kBase + 8, 4).marks, kMarkExit | kMarkReturn);
  EXPECT_EQ(table.at(kBase + 8, 6).marks, kMarkExit | kMarkReturn);
}

TEST(BlockTableTest, BlocksOutsideTheImageAreStillCounted) {
  const std::vector<std::uint8_t> code(8, 0);
  CountingModel model;
  BlockTable table(code, kBase, model);
  EXPECT_EQ(table.at(kBase + 0x100, 8).instructions, 4U);
  EXPECT_EQ(model.calls, 0);
}

} // namespace
} // namespace arenascope::machine
