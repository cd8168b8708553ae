// Versions over two memories: each point is what a run with its two arenas states, and none is beaten.
#include "service/optimize/spilling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/output/answers/shrink_writer.h"
#include "core/output/header_writer.h"
#include "core/report/board_fit.h"
#include "service/optimize/shrinking.h"
#include "service/store/boards.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using optimization::ShrinkPoint;
using optimization::ShrinkReport;
using testing::AllOf;
using testing::HasSubstr;

ShrinkRequest spillRequestOn(const char* model, const std::string& board) {
  ShrinkRequest request;
  request.profile.model = test::sampleModel(model);
  request.profile.board = *findBoard(board);
  request.profile.target = request.profile.board->core;
  request.psram = true;
  request.means = {.order = false, .plan = true, .overlap = false, .strips = false};
  return request;
}

Result<ShrinkReport> shrunkInTwo(const ShrinkRequest& request) {
  engine::RunControl control;
  return shrinkModel(request, {}, control);
}

std::string errorOfTwo(const ShrinkRequest& request) {
  const auto report = shrunkInTwo(request);
  return report ? "" : report.error().message;
}

// What a profile with the point's regions says.
report::Report runAgainInTwo(const ShrinkRequest& request, const ShrinkReport& report, const ShrinkPoint& point) {
  ProfileRequest again = request.profile;
  again.file = *model::ModelFile::fromBytes(point.model, "version.tflite");
  const auto placeOf = [&](bool isSpilled) { return isSpilled ? report.memories->psram : report.memories->sram; };
  if (point.spill->all())
    again.placement = hardware::Placement{
        .weights = {}, .code = {}, .arena = hardware::Place{.region = placeOf(true), .limitBytes = std::nullopt}};
  else if (point.spill->any())
    again.regions = hardware::ArenaRegions{.nonPersistent = placeOf(point.spill->nonPersistent),
                                           .persistent = placeOf(point.spill->persistent)};
  engine::RunControl control;
  const auto run = profileModel(again, {}, control);
  EXPECT_TRUE(run) << run.error().message;
  return run ? *run : report::Report();
}

void expectRunsInTwo(const ShrinkRequest& request, const ShrinkReport& report) {
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    const ShrinkPoint& point = report.points[i];
    SCOPED_TRACE(i);
    ASSERT_TRUE(point.spill);
    EXPECT_TRUE(point.proven);
    const report::Report run = runAgainInTwo(request, report, point);
    ASSERT_TRUE(run.arena && run.cost);
    EXPECT_EQ(run.cost->total.cycles, *point.cycles());
    EXPECT_EQ(run.outputs.front().bytes, report.before().runs.front().outputs.front().bytes);
    const auto fit = report::fitIn(run);
    EXPECT_EQ(point.spill->sramBytes + point.spill->psramBytes,
              fit ? fit->persistent + fit->nonPersistent : run.arena->minimum);
    if (point.spill->any() && !point.spill->all()) {
      EXPECT_EQ(point.spill->psramBytes, point.spill->persistent ? fit->persistent : fit->nonPersistent);
    }
    for (std::size_t other = 0; other < report.points.size(); ++other)
      EXPECT_FALSE(i > 0 && other != i && report.points[other].sramBytes() <= point.sramBytes() &&
                   *report.points[other].cycles() <= *point.cycles())
          << "beaten by " << other;
  }
}

TEST(SpillingTest, EachPointIsARunWithItsArenas) {
  const ShrinkRequest request = spillRequestOn("person_detector", "teensy-4.1");
  const auto report = shrunkInTwo(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->memories->sram.name, "DTCM");
  EXPECT_EQ(report->memories->psram.name, "PSRAM");
  EXPECT_EQ(report->memories->sramFree, (384U - 48U) * 1024U);
  ASSERT_GT(report->points.size(), 2U);
  EXPECT_EQ(report->points.back().sramBytes(), 0U) << "all in PSRAM is the least SRAM";
  EXPECT_GT(*report->points.back().cycles(), *report->before().cycles());
  expectRunsInTwo(request, *report);
}

TEST(SpillingTest, WithNothingSpilledItIsThePlainSearch) {
  const test::TemporaryFolder folder;
  ShrinkRequest request = spillRequestOn("sine", "teensy-4.1");
  request.profile.model = folder.write("wide.tflite", test::wideInTheMiddleModel());
  request.means.strips = true;
  const auto report = shrunkInTwo(request);
  request.psram = false;
  const auto plain = shrunkInTwo(request);
  ASSERT_TRUE(report && plain);
  EXPECT_FALSE(plain->memories);
  ASSERT_GT(plain->points.size(), 1U);
  for (const ShrinkPoint& point : report->points) {
    ASSERT_LT(point.spill->version, plain->points.size());
    const ShrinkPoint& version = plain->points[point.spill->version];
    EXPECT_EQ(point.model, version.model);
    if (point.spill->any()) continue;
    EXPECT_EQ(point.cycles(), version.cycles());
    EXPECT_EQ(point.sramBytes(), version.arenaBytes());
  }
  EXPECT_FALSE(report->before().spill->any());
  EXPECT_THAT(output::toJson(*plain, false), testing::Not(HasSubstr("sram")));
}

TEST(SpillingTest, TheCheapestWithinTheUsualRamIsChosen) {
  ShrinkRequest request = spillRequestOn("keyword_spotter", "teensy-4.1");
  auto report = shrunkInTwo(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->chosen, 0U) << "it fits";
  request.profile.board->reservedRamBytes = 376 * 1024; // leaves 8 KiB of DTCM
  report = shrunkInTwo(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LE(report->after().sramBytes(), 8U * 1024U);
  EXPECT_GT(report->points[report->chosen - 1].sramBytes(), 8U * 1024U);
  const std::uint64_t tensors = report->points[report->chosen - 1].sramBytes();
  request.budget = tensors;
  report = shrunkInTwo(request);
  EXPECT_EQ(report->after().sramBytes(), tensors);
  EXPECT_THAT(output::toHeader(report->after().runs.front()),
              AllOf(HasSubstr("// In DTCM: "), HasSubstr("// In PSRAM: "),
                    HasSubstr("kNonPersistentArenaSize = " + std::to_string(tensors) + ";")));
  request.budget = 0;
  report = shrunkInTwo(request);
  EXPECT_EQ(report->after().sramBytes(), 0U);
  EXPECT_THAT(output::toHeader(report->after().runs.front()), HasSubstr("// In PSRAM: "));
  EXPECT_THAT(output::describeChoice(*report),
              HasSubstr("0 bytes in DTCM and 22,928 in PSRAM (all) instead of 22,928"));
}

TEST(SpillingTest, TheSlowerRamMayBeNamed) {
  ShrinkRequest request = spillRequestOn("keyword_spotter", "teensy-4.1");
  const auto slow = shrunkInTwo(request);
  request.psramRegion = "ocram2";
  const auto report = shrunkInTwo(request);
  ASSERT_TRUE(report && slow);
  EXPECT_EQ(report->memories->psram.name, "OCRAM2");
  EXPECT_LT(*report->points.back().cycles(), *slow->points.back().cycles()) << "fewer wait states";
  expectRunsInTwo(request, *report);
  request.psramRegion = "DTCM";
  EXPECT_THAT(errorOfTwo(request), HasSubstr("region DTCM of board teensy-4.1 has no more wait states"));
  request.psramRegion = "SDRAM";
  EXPECT_THAT(errorOfTwo(request), HasSubstr("it has: DTCM, OCRAM2, PSRAM"));
}

TEST(SpillingTest, PartsThatDoNotFitStayWhereTheyAre) {
  ShrinkRequest request = spillRequestOn("keyword_spotter", "teensy-4.1");
  request.profile.board->ram.back().bytes = 8 * 1024; // of PSRAM, for the persistent part alone
  const auto report = shrunkInTwo(request);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_GT(report->points.size(), 1U);
  for (const ShrinkPoint& point : report->points) EXPECT_FALSE(point.spill->nonPersistent);
  request.profile.board->ram.back().bytes = 1024;
  EXPECT_THAT(errorOfTwo(request), HasSubstr("PSRAM has 1,024 bytes free"));
  request.profile.tflm = "2023-05";
  EXPECT_THAT(errorOfTwo(request),
              HasSubstr("--psram compares cycles, and those of cortex-m7 are not known here: For"));
}

TEST(SpillingTest, BoardsThatHaveBothAreNamed) {
  ShrinkRequest request = spillRequestOn("sine", "nucleo-f446re");
  const auto namesBoards = HasSubstr("teensy-4.1 (OCRAM2, PSRAM)");
  EXPECT_THAT(errorOfTwo(request),
              AllOf(HasSubstr("board nucleo-f446re has no RAM with more wait states"), namesBoards));
  request = spillRequestOn("sine", "esp32-s3-box");
  EXPECT_THAT(errorOfTwo(request), AllOf(HasSubstr("those of esp32s3 are not known"), namesBoards));
  request.profile.board.reset();
  EXPECT_THAT(errorOfTwo(request), AllOf(HasSubstr("choose one with --board"), namesBoards));
}

} // namespace
} // namespace arenascope::service
