// Smaller arenas by every means: what is answered holds when it is run again, and nothing better was thrown away.
#include "core/model/model_file.h"
#include "emulator/session/shrinking.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/plan/shrink_report.h"
#include "core/rewrite/operator_probe.h"
#include "core/rewrite/strip_writer.h"
#include "emulator/session/distance_memo.h"
#include "emulator/session/watched_runs.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::session {
namespace {

using testing::HasSubstr;

class ShrinkingTest : public testing::Test {
protected:
  ShrinkRequest requestFor(const std::vector<std::uint8_t>& model, const std::string& kernels) const {
    ShrinkRequest request;
    request.profile.model = folder_.write("model.tflite", model);
    request.profile.target = "cortex-m4";
    request.profile.kernels = kernels;
    return request;
  }

  static plan::ShrinkReport shrunk(const ShrinkRequest& request) {
    RunControl control;
    Result<plan::ShrinkReport> report = shrinkModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : none();
  }

  static plan::ShrinkReport none() {
    plan::ShrinkReport report;
    report.points.resize(1);
    return report;
  }

  static Result<profile::ModelFile> fileOf(const plan::ShrinkPoint& point) {
    return profile::ModelFile::fromBytes(point.model, "shrunk.tflite");
  }

  test::TemporaryFolder folder_;
};

// Of every point: ever less arena for ever more cycles, parts that sum up, and a model that does what was said.
void expectRight(const ShrinkRequest& request, const plan::ShrinkReport& report) {
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    const plan::ShrinkPoint& point = report.points[i];
    SCOPED_TRACE(describeCuts(point));
    EXPECT_TRUE(point.proven);
    EXPECT_EQ(point.cuts.empty(), !point.means.strips);
    if (i > 0) {
      EXPECT_LT(point.arenaBytes(), report.points[i - 1].arenaBytes());
    }
    if (i > 1) {
      EXPECT_GT(point.work(), report.points[i - 1].work());
    }
    for (const profile::Report& run : point.runs) test::expectConsistent(run);
    ProfileRequest again = request.profile;
    const auto file = profile::ModelFile::fromBytes(point.model, "shrunk.tflite");
    ASSERT_TRUE(file) << file.error().message;
    again.file = *file;
    again.guard = true;
    RunControl control;
    const auto run = profileModel(again, {}, control);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_FALSE(run->error);
    EXPECT_EQ(run->arena->minimum, point.arenaBytes());
    EXPECT_EQ(run->outputs.front().bytes, report.before().runs.front().outputs.front().bytes);
    EXPECT_TRUE(run->model.planOverlap.empty()) << run->model.planOverlap;
  }
}

TEST_F(ShrinkingTest, FindsStripsWhereALayerIsTooLarge) {
  for (const char* kernels : {"reference", "cmsis-nn"}) {
    SCOPED_TRACE(kernels);
    const ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), kernels);
    const plan::ShrinkReport report = shrunk(request);
    expectRight(request, report);
    EXPECT_TRUE(report.after().means.strips);
    EXPECT_EQ(report.chosen, report.points.size() - 1);
    EXPECT_LT(2 * report.after().arenaBytes(), report.before().arenaBytes());
  }
}

// What holds for any kernels does so for all of those that were asked for.
TEST_F(ShrinkingTest, WithoutOverlapItHoldsForAnyKernels) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "reference");
  request.means.overlap = false;
  request.also = {{"cortex-m0plus", "cmsis-nn"}};
  const plan::ShrinkReport report = shrunk(request);
  expectRight(request, report);
  ASSERT_GT(report.points.size(), 1U);
  const plan::ShrinkPoint& point = report.after();
  ASSERT_EQ(point.runs.size(), 2U);
  EXPECT_TRUE(point.means.strips);
  EXPECT_FALSE(point.means.overlap);
  // On kernels that nobody asked for.
  ProfileRequest before = request.profile;
  before.target = "cortex-m33";
  before.kernels = "cmsis-nn";
  ProfileRequest after = before;
  after.file = *fileOf(point);
  RunControl control;
  const Result<bool> same = giveTheSame(before, after, 2, control);
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_TRUE(*same);
}

TEST_F(ShrinkingTest, ABudgetTakesTheCheapestThatMeetsIt) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.means.overlap = false;
  const plan::ShrinkReport all = shrunk(request);
  ASSERT_GT(all.points.size(), 2U);
  request.budget = all.points[1].arenaBytes();
  const plan::ShrinkReport report = shrunk(request);
  EXPECT_EQ(report.chosen, 1U);
  EXPECT_TRUE(report.meetsBudget());
  request.budget = all.points.back().arenaBytes() - 16;
  const plan::ShrinkReport none = shrunk(request);
  EXPECT_FALSE(none.meetsBudget());
  EXPECT_EQ(none.after().arenaBytes(), all.points.back().arenaBytes());
  EXPECT_THAT(describeChoice(none), HasSubstr("cannot be met"));
}

TEST_F(ShrinkingTest, GrowthOfCyclesIsKeptTo) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.mostGrowth = 0;
  const plan::ShrinkReport report = shrunk(request);
  EXPECT_LE(growthOf(report, report.after()), 0.0);
}

// The same figures each time, on a computer that is slower as well.
TEST_F(ShrinkingTest, IsReproducible) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.mostGrowth = 20; // fewer versions, and still several
  const plan::ShrinkReport report = shrunk(request);
  EXPECT_TRUE(report.isComplete());
  const ProfileObserver slow{.onAllocation = {}, .onProgress = [](const Progress&) {
                               std::this_thread::sleep_for(std::chrono::milliseconds(100));
                             }};
  RunControl control;
  const auto again = shrinkModel(request, slow, control);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(toJson(*again, false), toJson(report, false));
  request.seconds = 86'400;
  EXPECT_EQ(toJson(shrunk(request), false), toJson(report, false));
}

// A model that takes long is run in few versions, wherever that is.
TEST_F(ShrinkingTest, WorkSaysHowManyVersionsAreRun) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.work = 1;
  const plan::ShrinkReport report = shrunk(request);
  EXPECT_FALSE(report.stopped);
  EXPECT_LT(report.tried, report.promising);
  EXPECT_TRUE(report.after().proven);
  EXPECT_THAT(toText(report, false),
              HasSubstr(fmt::format("Not finished: {} of {} versions were run, as many as without "
                                    "a time limit",
                                    report.tried, report.promising)));
  EXPECT_THAT(toJson(report, false), HasSubstr("\"ended_by\": \"work\""));
}

TEST_F(ShrinkingTest, WhatWasStoppedSaysHowFarItGot) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  const auto enough = std::make_shared<std::atomic<bool>>(false);
  request.enough = enough;
  const ProfileObserver observer{.onAllocation = {}, .onProgress = [&](const Progress& at) {
                                   if (at.step.starts_with("2 of ")) *enough = true;
                                 }};
  RunControl control;
  const auto report = shrinkModel(request, observer, control);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->stopped);
  EXPECT_LT(report->tried, report->promising);
  for (const plan::ShrinkPoint& point : report->points) EXPECT_TRUE(point.proven);
  EXPECT_THAT(toText(*report, false),
              HasSubstr(fmt::format("{} of {} versions were run before", report->tried, report->promising)));
  EXPECT_THAT(toJson(*report, false), HasSubstr("\"complete\": false"));
}

TEST_F(ShrinkingTest, CancelledThereIsNoAnswerAndWithoutTimeTheModel) {
  ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  RunControl control;
  control.cancelled = true;
  EXPECT_FALSE(shrinkModel(request, {}, control));
  request.seconds = 0;
  const plan::ShrinkReport report = shrunk(request);
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.points.size(), 1U);
  request.seconds = -1;
  RunControl other;
  EXPECT_FALSE(shrinkModel(request, {}, other));
}

TEST_F(ShrinkingTest, WhatHasNoChainIsPlannedAtLeast) {
  const plan::ShrinkReport report = shrunk(requestFor(test::greedilyPlannedBadlyModel(), "reference"));
  EXPECT_TRUE(report.after().means.plan);
  EXPECT_FALSE(report.after().means.strips);
  EXPECT_LT(report.after().arenaBytes(), report.before().arenaBytes());
}

TEST_F(ShrinkingTest, AnAcceleratorsModelIsLeftAlone) {
  const ShrinkRequest request = requestFor(test::acceleratedModel(), "reference");
  RunControl control;
  const auto report = shrinkModel(request, {}, control);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("compiler"));
}

std::string textOf(const std::vector<profile::SafeDistance>& distances) {
  std::string text;
  for (const profile::SafeDistance& each : distances)
    text += fmt::format("{}: {} -> {}: {} {}{}\n", each.op.value, each.input.value, each.output.value, each.below,
                        each.above, each.dependsOnData ? " data" : "");
  return text;
}

TEST_F(ShrinkingTest, WhatIsKnownOfOperatorsIsWhatAWatchedRunOfTheWholeModelSays) {
  const std::string sample = test::readText(test::sampleModel("person_detector"));
  for (const std::vector<std::uint8_t>& bytes :
       {test::wideInTheMiddleModel(), std::vector<std::uint8_t>(sample.begin(), sample.end())}) {
    const auto model = profile::ModelFile::fromBytes(bytes, "model.tflite");
    ASSERT_TRUE(model);
    const auto memo = std::make_shared<DistanceMemo>();
    const std::vector<rewrite::Region> regions = rewrite::regionsOf(model->model());
    ASSERT_FALSE(regions.empty());
    for (const std::int32_t strips : {0, 2, 3}) {
      const auto graph = strips == 0 ? rewrite::cutIntoStrips(model->model(), {})
                                     : rewrite::cutIntoStrips(model->model(), {{regions[1], strips}});
      ASSERT_TRUE(graph);
      const auto cut = profile::ModelFile::fromBytes(rewrite::withGraph(bytes, *graph), "model.tflite");
      ASSERT_TRUE(cut) << cut.error().message;
      ProfileRequest request;
      request.target = "cortex-m4";
      request.file = *cut;
      RunControl control;
      const auto whole = measureDistances(request, control);
      const auto known = measureDistances(request, control, {memo, rewrite::namesOf(model->model(), *graph)});
      ASSERT_TRUE(whole && known);
      EXPECT_FALSE(whole->empty());
      EXPECT_EQ(textOf(*known), textOf(*whole)) << strips;
    }
  }
}

} // namespace
} // namespace arenascope::session
