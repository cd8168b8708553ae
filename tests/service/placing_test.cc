// The best placement: what it promises is there when it is run.
#include "service/optimize/placing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/placement.h"
#include "core/optimization/placement_report.h"
#include "core/output/answers/placement_lines.h"
#include "core/output/answers/placement_writer.h"
#include "core/report/flash_need.h"
#include "service/store/boards.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using optimization::PlacedItem;
using optimization::PlacedKind;
using optimization::PlacementReport;
using testing::HasSubstr;

ProfileRequest requestOn(const char* model, const std::string& board, const std::vector<std::string>& places) {
  ProfileRequest request;
  request.model = test::sampleModel(model);
  request.board = *findBoard(board);
  const auto placement = hardware::parsePlacement(*request.board, places);
  EXPECT_TRUE(placement) << placement.error().message;
  request.placement = *placement;
  return request;
}

PlacementReport placed(const char* model, const std::string& board, const std::vector<std::string>& places) {
  engine::RunControl control;
  const auto report = placeModel({requestOn(model, board, places)}, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : PlacementReport();
}

std::uint64_t cyclesOf(const char* model, const std::string& board, const std::vector<std::string>& places) {
  engine::RunControl control;
  return profileModel(requestOn(model, board, places), {}, control)->cost->total.cycles;
}

// What must hold of any placement.
void expectRight(const PlacementReport& report) {
  std::map<PlacedKind, std::uint64_t> bytes;
  std::map<std::string, std::uint64_t> used;
  bool stays = false;
  for (const PlacedItem& item : report.items) {
    bytes[item.kind] += item.bytes;
    if (!item.region.empty()) used[item.region] += item.bytes;
    EXPECT_FALSE(stays && !item.region.empty()) << "what moves comes first";
    stays = stays || item.region.empty();
    EXPECT_LE(item.saved, item.waits) << item.name;
    EXPECT_EQ(item.saved > 0, !item.region.empty() && item.waits > 0) << item.name;
  }
  EXPECT_EQ(bytes[PlacedKind::kConstants], report.before.model.bytes) << "the parts are the whole";
  EXPECT_EQ(bytes[PlacedKind::kCode], report::flashNeed(report.before).code());
  for (const optimization::UsedRegion& each : report.regions) {
    EXPECT_EQ(each.usedBytes, used[each.region.name]) << each.region.name;
    EXPECT_LE(each.usedBytes, each.freeBytes) << each.region.name;
  }
  EXPECT_GE(report.saved(), 0);
  EXPECT_EQ(report.after.cost->total.instructions, report.before.cost->total.instructions);
  EXPECT_EQ(report.after.outputs.front().bytes, report.before.outputs.front().bytes);
}

// Tightly coupled memory for both is larger than both.
TEST(PlacingTest, WithCapacityForAllItIsThePlacementOfAll) {
  const PlacementReport report =
      placed("keyword_spotter", "mimxrt1060-evk", {"weights=dtcm", "code=itcm", "arena=ram"});
  expectRight(report);
  EXPECT_EQ(report.cyclesBefore(), cyclesOf("keyword_spotter", "mimxrt1060-evk", {}));
  EXPECT_EQ(report.cyclesAfter(),
            cyclesOf("keyword_spotter", "mimxrt1060-evk", {"weights=dtcm", "code=itcm", "arena=ram"}));
  // In memory without wait states, the cycles of a part are exactly its waits.
  std::int64_t waits = 0;
  for (const PlacedItem& item : report.items) waits += static_cast<std::int64_t>(item.waits);
  EXPECT_EQ(report.saved(), waits);
  EXPECT_EQ(report.savedByParts(), waits);
}

TEST(PlacingTest, MoreCapacityNeverCostsCycles) {
  std::uint64_t before = cyclesOf("keyword_spotter", "nucleo-f446re", {});
  for (const char* limit : {"1K", "2K", "4K", "8K", "16K", "64K"}) {
    const PlacementReport report =
        placed("keyword_spotter", "nucleo-f446re", {std::string("weights=ram:") + limit, "code=flash"});
    expectRight(report);
    EXPECT_LE(report.cyclesAfter(), before) << limit;
    before = report.cyclesAfter();
    for (const PlacedItem& item : report.items)
      EXPECT_TRUE(item.kind == PlacedKind::kConstants || item.region.empty()) << item.name;
  }
  EXPECT_LT(before, cyclesOf("keyword_spotter", "nucleo-f446re", {}));
}

// The arena competes for the same memory as weights and code.
TEST(PlacingTest, TheArenaIsMovedWhereThatSavesMost) {
  const PlacementReport free = placed("keyword_spotter", "nucleo-h743zi", {});
  expectRight(free);
  EXPECT_TRUE(free.arenaMoves);
  EXPECT_NE(free.arenaRegion, "AXI SRAM");
  EXPECT_GT(free.arenaSaved, 0);
  EXPECT_LT(free.cyclesAfter(), placed("keyword_spotter", "nucleo-h743zi", {"arena=ram"}).cyclesAfter());
  EXPECT_THAT(output::sourceLines(free), HasSubstr("tensor_arena[" + std::to_string(free.after.arena->recommended)));
}

TEST(PlacingTest, SaysWhereNothingIsGained) {
  const PlacementReport report = placed("sine", "teensy-4.0", {});
  expectRight(report);
  EXPECT_EQ(report.saved(), 0) << "code runs from ITCM there, and no wait states of the flash are known";
  EXPECT_THAT(output::describePlacement(report), HasSubstr("Nothing to gain"));
  EXPECT_EQ(output::linkerScript(report), "");
  engine::RunControl control;
  ProfileRequest request;
  request.model = test::sampleModel("sine");
  EXPECT_THAT(placeModel({request}, {}, control).error().message, HasSubstr("--board"));
  const auto unknown = placeModel({requestOn("sine", "esp32-s3-box", {})}, {}, control);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("the cycles of esp32s3 are not known here"));
}

TEST(PlacingTest, LinesPutEachPartWhereItBelongs) {
  const PlacementReport all = placed("keyword_spotter", "mimxrt1060-evk", {"weights=dtcm", "code=itcm", "arena=ram"});
  EXPECT_THAT(output::linkerScript(all), HasSubstr("*(.text.arm_depthwise_*)"));
  EXPECT_THAT(output::linkerScript(all), HasSubstr("} > ITCM AT > FLASH"));
  EXPECT_THAT(output::sourceLines(all), HasSubstr("model_data[]\n    __attribute__((section(\".fast_data_dtcm\")))"));
  const PlacementReport some = placed("keyword_spotter", "nucleo-h743zi", {"weights=dtcm:4K", "code=flash"});
  expectRight(some);
  const auto first = std::find_if(some.items.begin(), some.items.end(),
                                  [](const PlacedItem& item) { return item.tensor >= 0 && !item.region.empty(); });
  ASSERT_NE(first, some.items.end());
  EXPECT_THAT(output::sourceLines(some),
              HasSubstr("copy(" + std::to_string(first->tensor) + ", 0, fast_0_" + std::to_string(first->tensor)));
  EXPECT_THAT(output::linkerScript(some), HasSubstr(".fast_data_dtcm (NOLOAD)"));
  EXPECT_THAT(output::linkerScript(some), testing::Not(HasSubstr("ITCM")));
  EXPECT_THAT(output::toText(some, false), HasSubstr("Linker script"));
}

} // namespace
} // namespace arenascope::service
