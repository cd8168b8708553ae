// Weights, code and arena in regions of a board.
#include "core/report/placement_fit.h"
#include "emulator/engine/placed_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/placement.h"
#include "service/profile/board_timing.h"
#include "service/profile/profiler.h"
#include "service/store/boards.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

report::Report profiled(const hardware::Board& board, const std::vector<std::string>& places) {
  ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  request.board = board;
  if (!places.empty()) {
    const auto placement = hardware::parsePlacement(board, places);
    EXPECT_TRUE(placement) << placement.error().message;
    request.placement = *placement;
  }
  engine::RunControl control;
  const auto report = profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return *report;
}

std::uint64_t cyclesOf(const report::Report& report) { return report.cost->total.cycles; }

// The flash waits of code and of constants are apart, and gone where both are in tightly coupled memory.
TEST(PlacementRunTest, WaitsOfTheFlashAreGoneWhereNothingIsReadFromIt) {
  hardware::Board board = *findBoard("nucleo-h743zi");
  board.switchOffCaches(true, true);
  const report::Report plain = profiled(board, {});
  const report::Report weights = profiled(board, {"weights=dtcm"});
  const report::Report code = profiled(board, {"code=itcm"});
  const report::Report both = profiled(board, {"weights=dtcm", "code=itcm"});
  EXPECT_LT(cyclesOf(weights), cyclesOf(plain));
  EXPECT_LT(cyclesOf(code), cyclesOf(plain));
  EXPECT_LT(cyclesOf(both), std::min(cyclesOf(weights), cyclesOf(code)));
  EXPECT_EQ(both.cost->total.instructions, plain.cost->total.instructions);
  board.setFlashWaitStates(0);
  EXPECT_EQ(cyclesOf(both), cyclesOf(profiled(board, {})));
  EXPECT_EQ(cyclesOf(profiled(board, {"weights=flash"})), cyclesOf(profiled(board, {})));
  EXPECT_EQ(both.outputs.front().bytes, plain.outputs.front().bytes);
}

TEST(PlacementRunTest, AnArenaInARegionHasTheCyclesOfBothItsSectionsThere) {
  const hardware::Board board = *findBoard("nucleo-h743zi");
  const report::Report inDtcm = profiled(board, {"arena=dtcm"});
  EXPECT_LT(cyclesOf(inDtcm), cyclesOf(profiled(board, {})));
  ProfileRequest sections;
  sections.model = test::sampleModel("keyword_spotter");
  sections.board = board;
  sections.regions =
      hardware::ArenaRegions{.nonPersistent = *board.region("dtcm"), .persistent = *board.region("dtcm")};
  engine::RunControl control;
  EXPECT_EQ(cyclesOf(inDtcm), cyclesOf(*profileModel(sections, {}, control)));
}

// Slower memory than the flash, behind the processor's caches and without.
TEST(PlacementRunTest, SlowMemoryCostsCycles) {
  hardware::Board board = *findBoard("teensy-4.1");
  const std::uint64_t plain = cyclesOf(profiled(board, {}));
  const std::uint64_t weights = cyclesOf(profiled(board, {"weights=psram"}));
  const std::uint64_t code = cyclesOf(profiled(board, {"code=psram"}));
  EXPECT_GT(weights, plain);
  EXPECT_GT(code, plain);
  board.switchOffCaches(false, true);
  EXPECT_GT(cyclesOf(profiled(board, {"weights=psram"})), weights);
  board = *findBoard("teensy-4.1");
  board.switchOffCaches(true, false);
  EXPECT_GT(cyclesOf(profiled(board, {"code=psram"})), code);
}

TEST(PlacementFitTest, EachRegionHoldsWhatIsPlacedThere) {
  const hardware::Board board = *findBoard("mimxrt1060-evk");
  const report::Report placed = profiled(board, {"weights=dtcm", "code=itcm"});
  const auto fit = report::placementFit(placed);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->fits()) << fit->misfit;
  ASSERT_EQ(fit->parts.size(), 2U);
  EXPECT_EQ(fit->parts[0].bytes, placed.model.bytes);
  EXPECT_EQ(fit->parts[1].bytes, placed.flash->interpreter + placed.flash->needed);
  EXPECT_EQ(fit->regions.front().usedBytes, board.reservedRamBytes + placed.arena->recommended);
  EXPECT_THAT(report::describe(board, *fit), HasSubstr("in ITCM (128.0 KiB, no wait states)"));
  const auto tight = report::placementFit(profiled(board, {"weights=dtcm:1K"}));
  EXPECT_THAT(tight->misfit, HasSubstr("bytes, where 1,024 are given"));
  report::Report large = placed;
  large.model.bytes = board.region("dtcm")->bytes + 100;
  EXPECT_EQ(report::placementFit(large)->misfit, "DTCM lacks 100 bytes");
  EXPECT_FALSE(report::placementFit(profiled(board, {})));
}

TEST(PlacedPartTest, PartsThatDifferHaveOtherBytes) {
  engine::PlacedPart part;
  part.functions = {"f", "g"};
  engine::PlacedPart other = part;
  EXPECT_EQ(bytesOf(part), bytesOf(other));
  other.functions = {"f"};
  EXPECT_NE(bytesOf(part), bytesOf(other));
  other = part;
  other.memory = cpu::RamTiming{.reads = 1};
  EXPECT_NE(bytesOf(part), bytesOf(other));
  other = part;
  other.constants = {{0, 4}};
  EXPECT_NE(bytesOf(part), bytesOf(other));
  other = part;
  other.allCode = true;
  EXPECT_NE(bytesOf(part), bytesOf(other));
}

} // namespace
} // namespace arenascope::service
