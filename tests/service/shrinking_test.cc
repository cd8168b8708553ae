// Smaller arenas by every means: what is answered holds when it is run again, and nothing better was thrown away.
#include "core/model/load/model_file.h"
#include "service/optimize/shrinking.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/model/rewrite/operator_probe.h"
#include "core/model/rewrite/strip_writer.h"
#include "core/optimization/shrink_report.h"
#include "core/output/answers/shrink_writer.h"
#include "resources/generator/layer_builder.h"
#include "service/optimize/shrink_base.h"
#include "service/profile/watched_runs.h"
#include "service/store/distance_memo.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

class ShrinkingTest : public testing::Test {
protected:
  service::ShrinkRequest requestFor(const std::vector<std::uint8_t>& model, const std::string& kernels) const {
    service::ShrinkRequest request;
    request.profile.model = folder_.write("model.tflite", model);
    request.profile.target = "cortex-m4";
    request.profile.kernels = kernels;
    return request;
  }

  static optimization::ShrinkReport shrunk(const service::ShrinkRequest& request) {
    engine::RunControl control;
    Result<optimization::ShrinkReport> report = service::shrinkModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : none();
  }

  static optimization::ShrinkReport none() {
    optimization::ShrinkReport report;
    report.points.resize(1);
    return report;
  }

  static Result<model::ModelFile> fileOf(const optimization::ShrinkPoint& point) {
    return model::ModelFile::fromBytes(point.model, "shrunk.tflite");
  }

  test::TemporaryFolder folder_;
};

// Of every point: ever less arena for ever more cycles, parts that sum up, and a model that does what was said.
void expectRight(const service::ShrinkRequest& request, const optimization::ShrinkReport& report) {
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    const optimization::ShrinkPoint& point = report.points[i];
    SCOPED_TRACE(output::describeCuts(point.cuts));
    EXPECT_TRUE(point.proven);
    EXPECT_EQ(point.cuts.empty(), !point.means.strips);
    if (i > 0) {
      EXPECT_LT(point.arenaBytes(), report.points[i - 1].arenaBytes());
    }
    if (i > 1) {
      EXPECT_GT(point.work(), report.points[i - 1].work());
    }
    for (const report::Report& run : point.runs) test::expectConsistent(run);
    service::ProfileRequest again = request.profile;
    const auto file = model::ModelFile::fromBytes(point.model, "shrunk.tflite");
    ASSERT_TRUE(file) << file.error().message;
    again.file = *file;
    again.guard = true;
    engine::RunControl control;
    const auto run = service::profileModel(again, {}, control);
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
    const service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), kernels);
    const optimization::ShrinkReport report = shrunk(request);
    expectRight(request, report);
    EXPECT_TRUE(report.after().means.strips);
    EXPECT_EQ(report.chosen, report.points.size() - 1);
    EXPECT_LT(2 * report.after().arenaBytes(), report.before().arenaBytes());
  }
}

// What holds for any kernels does so for all of those that were asked for.
TEST_F(ShrinkingTest, WithoutOverlapItHoldsForAnyKernels) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "reference");
  request.means.overlap = false;
  request.also = {{"cortex-m0plus", "cmsis-nn"}};
  const optimization::ShrinkReport report = shrunk(request);
  expectRight(request, report);
  ASSERT_GT(report.points.size(), 1U);
  const optimization::ShrinkPoint& point = report.after();
  ASSERT_EQ(point.runs.size(), 2U);
  EXPECT_TRUE(point.means.strips);
  EXPECT_FALSE(point.means.overlap);
  // On other kernels than the requested ones.
  service::ProfileRequest before = request.profile;
  before.target = "cortex-m33";
  before.kernels = "cmsis-nn";
  service::ProfileRequest after = before;
  after.file = *fileOf(point);
  engine::RunControl control;
  const Result<bool> same = service::giveTheSame(before, after, 2, control);
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_TRUE(*same);
}

// Kernels that do not run here have no accesses to observe; strips need none.
TEST_F(ShrinkingTest, WithoutCyclesStripsAreFoundAllTheSame) {
  for (const auto& [target, kernels] : {std::pair("esp32s3", "esp-nn"), std::pair("host", "reference")}) {
    SCOPED_TRACE(target);
    service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(32), kernels);
    request.profile.target = target;
    const optimization::ShrinkReport report = shrunk(request);
    for (const optimization::ShrinkPoint& point : report.points) {
      EXPECT_TRUE(point.proven);
      EXPECT_FALSE(point.means.overlap);
    }
    EXPECT_TRUE(report.after().means.strips);
    EXPECT_FALSE(report.noGain);
    EXPECT_LT(2 * report.after().arenaBytes(), report.before().arenaBytes());
    EXPECT_THAT(output::toText(report, false), HasSubstr("no in-place outputs, since the accesses of its kernels"));
  }
}

TEST_F(ShrinkingTest, ABudgetTakesTheCheapestThatMeetsIt) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.means.overlap = false;
  const optimization::ShrinkReport all = shrunk(request);
  ASSERT_GT(all.points.size(), 2U);
  request.budget = all.points[1].arenaBytes();
  const optimization::ShrinkReport report = shrunk(request);
  EXPECT_EQ(report.chosen, 1U);
  EXPECT_TRUE(report.meetsBudget());
  request.budget = all.points.back().arenaBytes() - 16;
  const optimization::ShrinkReport none = shrunk(request);
  EXPECT_FALSE(none.meetsBudget());
  EXPECT_EQ(none.after().arenaBytes(), all.points.back().arenaBytes());
  EXPECT_THAT(output::describeChoice(none), HasSubstr("cannot be met"));
}

TEST_F(ShrinkingTest, GrowthOfCyclesIsKeptTo) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.mostGrowth = 0;
  const optimization::ShrinkReport report = shrunk(request);
  EXPECT_LE(growthOf(report, report.after()), 0.0);
}

// The same figures each time, on a computer that is slower as well.
TEST_F(ShrinkingTest, IsReproducible) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.mostGrowth = 20; // fewer versions, and still several
  const optimization::ShrinkReport report = shrunk(request);
  EXPECT_TRUE(report.isComplete());
  const service::ProfileObserver slow{.onAllocation = {}, .onProgress = [](const service::Progress&) {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(100));
                                      }};
  engine::RunControl control;
  const auto again = service::shrinkModel(request, slow, control);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(output::toJson(*again, false), output::toJson(report, false));
  request.seconds = 86'400;
  EXPECT_EQ(output::toJson(shrunk(request), false), output::toJson(report, false));
}

// A model that takes long is run in few versions, wherever that is.
TEST_F(ShrinkingTest, WorkSaysHowManyVersionsAreRun) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  request.work = 1;
  const optimization::ShrinkReport report = shrunk(request);
  EXPECT_FALSE(report.stopped);
  EXPECT_LT(report.tried, report.promising);
  EXPECT_TRUE(report.after().proven);
  EXPECT_THAT(output::toText(report, false),
              HasSubstr(fmt::format("Not finished: {} of {} versions have been run, the number without "
                                    "a time limit",
                                    report.tried, report.promising)));
  EXPECT_THAT(output::toJson(report, false), HasSubstr("\"ended_by\": \"work\""));
}

TEST_F(ShrinkingTest, WhatWasStoppedSaysHowFarItGot) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  const auto enough = std::make_shared<std::atomic<bool>>(false);
  request.enough = enough;
  const service::ProfileObserver observer{.onAllocation = {}, .onProgress = [&](const service::Progress& at) {
                                            if (at.step.starts_with("2 of ")) *enough = true;
                                          }};
  engine::RunControl control;
  const auto report = service::shrinkModel(request, observer, control);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->stopped);
  EXPECT_LT(report->tried, report->promising);
  for (const optimization::ShrinkPoint& point : report->points) EXPECT_TRUE(point.proven);
  EXPECT_THAT(output::toText(*report, false),
              HasSubstr(fmt::format("{} of {} versions have been run before", report->tried, report->promising)));
  EXPECT_THAT(output::toJson(*report, false), HasSubstr("\"complete\": false"));
}

TEST_F(ShrinkingTest, CancelledThereIsNoAnswerAndWithoutTimeTheModel) {
  service::ShrinkRequest request = requestFor(test::wideInTheMiddleModel(), "cmsis-nn");
  engine::RunControl control;
  control.cancelled = true;
  EXPECT_FALSE(service::shrinkModel(request, {}, control));
  request.seconds = 0;
  const optimization::ShrinkReport report = shrunk(request);
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.points.size(), 1U);
  request.seconds = -1;
  engine::RunControl other;
  EXPECT_FALSE(service::shrinkModel(request, {}, other));
}

TEST_F(ShrinkingTest, WhatHasNoChainIsPlannedAtLeast) {
  const optimization::ShrinkReport report = shrunk(requestFor(test::greedilyPlannedBadlyModel(), "reference"));
  EXPECT_TRUE(report.after().means.plan);
  EXPECT_FALSE(report.after().means.strips);
  EXPECT_LT(report.after().arenaBytes(), report.before().arenaBytes());
}

TEST_F(ShrinkingTest, TheBoundIsBelowEveryVersion) {
  const optimization::ShrinkReport report = shrunk(requestFor(test::wideInTheMiddleModel(32), "cmsis-nn"));
  ASSERT_TRUE(report.bound);
  for (const optimization::ShrinkPoint& point : report.points) EXPECT_GE(point.arenaBytes(), *report.bound);
  EXPECT_GE(*report.bound, report.before().runs.front().arena->tail + 32 * 32 * 2) << "the model's input";
  EXPECT_FALSE(report.noGain);
}

TEST_F(ShrinkingTest, SaysWhyStripsDoNotHelp) {
  const optimization::ShrinkReport report = shrunk(requestFor(test::greedilyPlannedBadlyModel(), "reference"));
  ASSERT_TRUE(report.noGain);
  EXPECT_THAT(output::toText(report, false), HasSubstr("Nothing to gain by strips: " + output::describeNoGain(report)));
  EXPECT_THAT(output::toJson(report, false), HasSubstr("\"no_gain\": "));
  service::ShrinkRequest without = requestFor(test::greedilyPlannedBadlyModel(), "reference");
  without.means.strips = false;
  EXPECT_FALSE(shrunk(without).noGain) << "not asked for";
}

// Enough rows for strips between the edges, whose layers have large tables: one subgraph computes them.
TEST_F(ShrinkingTest, SharedStripsAreProvenToo) {
  generator::LayerBuilder layers("tall", 5);
  auto now = layers.input({1, 64, 32, 2});
  now = layers.convolution(now, 48, {1, 1}, true);
  now = layers.depthwise(now, {3, 3});
  now = layers.convolution(now, 2, {1, 1}, true);
  const service::ShrinkRequest request = requestFor(layers.finish(now), "cmsis-nn");
  const optimization::ShrinkReport report = shrunk(request);
  expectRight(request, report);
  ASSERT_FALSE(report.after().cuts.empty());
  EXPECT_TRUE(report.after().cuts.front().shared);
  const Result<model::ModelFile> file = fileOf(report.after());
  ASSERT_TRUE(file);
  EXPECT_GT(file->graph().subgraphs.size(), 1U);
  EXPECT_THAT(output::describeCuts(report.after().cuts), HasSubstr("strips that all share a subgraph"));
  EXPECT_GT(report.after().cuts.front().columns, 1) << "rows of 48 channels are the largest tensors";
  EXPECT_THAT(output::describeCuts(report.after().cuts), HasSubstr("parts side by side"));
  EXPECT_THAT(output::toJson(report, false), HasSubstr("\"columns_from\": 0"));
}

TEST_F(ShrinkingTest, AnAcceleratorsModelIsLeftAlone) {
  const service::ShrinkRequest request = requestFor(test::acceleratedModel(), "reference");
  engine::RunControl control;
  const auto report = service::shrinkModel(request, {}, control);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("compiler"));
}

std::string textOf(const std::vector<run::SafeDistance>& distances) {
  std::string text;
  for (const run::SafeDistance& each : distances)
    text += fmt::format("{}: {} -> {}: {} {}{}\n", each.op.value, each.input.value, each.output.value, each.below,
                        each.above, each.dependsOnData ? " data" : "");
  return text;
}

// As PyTorch pads: as much on each side, in front of a stride of two as well.
std::vector<std::uint8_t> paddedAsByPyTorch() {
  using generator::Padding;
  generator::LayerBuilder layers("as by PyTorch", 7);
  const generator::Activations in = layers.input({1, 16, 16, 3});
  auto at = layers.convolution(layers.pad(in, {1, 1, 1, 1}), 8, {3, 3, 1, false}, true);
  at = layers.convolution(layers.pad(at, {}), 32, {1, 1, 1, false}, true);
  at = layers.depthwise(layers.pad(at, {2, 2, 2, 2}), {5, 5, 2, false});
  at = layers.convolution(at, 12, {1, 1, 1, false}, false);
  at = layers.depthwise(layers.pad(at, {1, 1, 1, 1}), {3, 3, 2, false});
  return layers.finish(layers.fullyConnected(layers.globalAverage(at), 4, false));
}

std::ptrdiff_t padsIn(const model::Graph& graph) {
  return std::ranges::count_if(graph.main().operators, [](const model::Operator& op) { return op.isBuiltin("PAD"); });
}

TEST_F(ShrinkingTest, ConvolutionsAddTheBordersOfPads) {
  for (const char* kernels : {"reference", "cmsis-nn"}) {
    SCOPED_TRACE(kernels);
    service::ShrinkRequest request = requestFor(paddedAsByPyTorch(), kernels);
    if (kernels == std::string("reference")) request.also = {{"cortex-m0plus", "reference"}};
    const optimization::ShrinkReport report = shrunk(request);
    expectRight(request, report);
    ASSERT_GT(report.points.size(), 2U);
    // Those at no cost are gone from each version; for the largest, a filter has grown.
    for (std::size_t i = 1; i < report.points.size(); ++i) {
      const optimization::ShrinkPoint& point = report.points[i];
      EXPECT_TRUE(point.means.padding);
      EXPECT_GE(point.folded.pads, 2U);
      EXPECT_LE(point.folded.largerFilters, 2U);
      EXPECT_EQ(point.folded.pads, 2 + point.folded.largerFilters);
      if (point.cuts.empty()) {
        EXPECT_EQ(padsIn(fileOf(point)->graph()), static_cast<std::ptrdiff_t>(4 - point.folded.pads));
      }
      const auto& operators = report.before().runs.front().model.subgraphs.front().operators;
      for (const rewrite::StripCut& cut : point.cuts)
        EXPECT_NE(operators[static_cast<std::size_t>(cut.region.last)].name, "PAD") << "numbers of the model itself";
    }
    EXPECT_LT(report.points[1].work(), report.before().work()) << "copies are gone";
    const auto byZeros = std::ranges::find_if(
        report.points, [](const optimization::ShrinkPoint& point) { return point.folded.largerFilters > 0; });
    ASSERT_NE(byZeros, report.points.end());
    const std::string text = output::describePoint(report, static_cast<std::size_t>(byZeros - report.points.begin()));
    EXPECT_THAT(text, HasSubstr("Convolutions add the borders of "));
    EXPECT_THAT(text, HasSubstr(" larger by zeros for it."));
    if (const std::string layers = output::describeStripLayers(report.after()); !layers.empty()) {
      EXPECT_THAT(layers,
                  testing::EndsWith(" in strips, fold " + std::to_string(report.after().folded.pads) + " PADs"));
    }
  }
}

TEST_F(ShrinkingTest, PaddingStaysWhereItIsNotATechnique) {
  service::ShrinkRequest request = requestFor(paddedAsByPyTorch(), "cmsis-nn");
  request.means.padding = false;
  const optimization::ShrinkReport report = shrunk(request);
  expectRight(request, report);
  for (const optimization::ShrinkPoint& point : report.points) {
    EXPECT_FALSE(point.means.padding);
    if (point.cuts.empty()) {
      EXPECT_EQ(padsIn(fileOf(point)->graph()), 4);
    }
  }
}

TEST_F(ShrinkingTest, WhatIsKnownOfOperatorsIsWhatAWatchedRunOfTheWholeModelSays) {
  const std::string sample = test::readText(test::sampleModel("person_detector"));
  for (const std::vector<std::uint8_t>& bytes :
       {test::wideInTheMiddleModel(), std::vector<std::uint8_t>(sample.begin(), sample.end())}) {
    const auto model = model::ModelFile::fromBytes(bytes, "model.tflite");
    ASSERT_TRUE(model);
    const auto memo = std::make_shared<service::DistanceMemo>();
    const std::vector<std::string> names = unchangedBase(*model).names;
    const std::vector<rewrite::Region> regions = rewrite::regionsOf(model->graph());
    ASSERT_FALSE(regions.empty());
    for (const std::int32_t strips : {0, 2, 3}) {
      const auto graph = strips == 0 ? rewrite::cutIntoStrips(model->graph(), {})
                                     : rewrite::cutIntoStrips(model->graph(), {{regions[1], strips}});
      ASSERT_TRUE(graph);
      const auto cut = model::ModelFile::fromBytes(rewrite::withGraph(bytes, *graph), "model.tflite");
      ASSERT_TRUE(cut) << cut.error().message;
      service::ProfileRequest request;
      request.target = "cortex-m4";
      request.file = *cut;
      engine::RunControl control;
      const auto whole = service::measureDistances(request, control);
      const auto known =
          service::measureDistances(request, control, {memo, rewrite::namesOf(model->graph(), *graph, names)});
      ASSERT_TRUE(whole && known);
      EXPECT_FALSE(whole->empty());
      EXPECT_EQ(textOf(*known), textOf(*whole)) << strips;
    }
  }
}

} // namespace
} // namespace arenascope::service
