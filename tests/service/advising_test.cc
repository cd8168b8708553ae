// Advice: every gain that is promised is there when what it stands for is run again.
#include "core/model/load/model_file.h"
#include "service/optimize/advising.h"
#include "service/optimize/fit_search.h"
#include "service/optimize/input_size.h"
#include "service/optimize/kernels_like.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "core/base/number_text.h"
#include "core/model/builder/model_builder.h"
#include "core/optimization/advice.h"
#include "core/optimization/effort.h"
#include "core/output/answers/advice_writer.h"
#include "core/report/arena_arrangement.h"
#include "core/report/board_fit.h"
#include "service/control/time_limit.h"
#include "service/store/boards.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using optimization::AdviceKind;
using optimization::AdviceReport;
using optimization::Suggestion;
using testing::HasSubstr;

AdviceReport advised(const std::filesystem::path& model, const std::string& target = engine::kDefaultTarget,
                     const std::string& board = "", std::optional<double> seconds = {}) {
  service::AdviceRequest request;
  request.profile.model = model;
  request.profile.target = target;
  if (!board.empty()) request.profile.board = *findBoard(board);
  request.seconds = seconds;
  engine::RunControl control;
  Result<AdviceReport> report = service::adviseModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? std::move(*report) : AdviceReport();
}

std::vector<std::vector<std::uint8_t>> outputsOf(const report::Report& report) {
  std::vector<std::vector<std::uint8_t>> outputs;
  for (const report::IoReport& output : report.outputs) outputs.push_back(output.bytes);
  return outputs;
}

// What must hold of any advice.
void expectRight(const AdviceReport& report) {
  std::set<AdviceKind> helping;
  bool paid = false;
  for (const Suggestion& suggestion : report.suggestions) {
    SCOPED_TRACE(suggestion.title + ": " + suggestion.reason);
    helping.insert(suggestion.kind);
    EXPECT_FALSE(suggestion.title.empty());
    EXPECT_FALSE(suggestion.reason.empty());
    EXPECT_LT(suggestion.savedBytes, static_cast<std::int64_t>(report.before.arena->recommended));
    if (suggestion.after) {
      test::expectConsistent(*suggestion.after);
      if (suggestion.kind != AdviceKind::kBoard) {
        EXPECT_EQ(suggestion.savedBytes, static_cast<std::int64_t>(report.before.arena->recommended) -
                                             static_cast<std::int64_t>(suggestion.after->arena->recommended));
      }
    }
    if (suggestion.after && suggestion.savedBytes > 0 &&
        !isPreview(suggestion)) { // what costs nothing stands before what costs cycles
      const bool costs = report.growthOf(suggestion).value_or(0) > 1;
      EXPECT_TRUE(costs || !paid);
      paid = costs;
    }
    if (suggestion.model.empty()) continue;
    const auto file = model::ModelFile::fromBytes(suggestion.model, "changed.tflite");
    ASSERT_TRUE(file) << file.error().message;
    service::ProfileRequest request;
    request.model = "changed.tflite";
    request.file = *file;
    request.target = report.before.target;
    request.kernels = suggestion.after->kernels;
    request.board = report.before.board;
    engine::RunControl control;
    const auto again = service::profileModel(request, {}, control);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->arena->recommended, suggestion.after->arena->recommended);
    const bool sameKernels = suggestion.after->kernels == report.before.kernels;
    if (!includes(suggestion, AdviceKind::kQuantize) && sameKernels) { // otherwise an approximation, or rounded apart
      EXPECT_EQ(outputsOf(*again), outputsOf(report.before));
    }
  }
  for (const AdviceReport::Nothing& nothing : report.nothing) {
    EXPECT_FALSE(nothing.reason.empty()) << adviceName(nothing.kind);
    EXPECT_TRUE(nothing.kind == AdviceKind::kKernels || !helping.contains(nothing.kind)) << adviceName(nothing.kind);
  }
}

const Suggestion* find(const AdviceReport& report, AdviceKind kind) {
  for (const Suggestion& suggestion : report.suggestions)
    if (suggestion.kind == kind) return &suggestion;
  return nullptr;
}

TEST(AdvisingTest, StripsSaveWhereALayerIsTooLarge) {
  const test::TemporaryFolder folder;
  const AdviceReport report = advised(folder.write("wide.tflite", test::wideInTheMiddleModel()));
  expectRight(report);
  const Suggestion* strips = find(report, AdviceKind::kStrips);
  ASSERT_NE(strips, nullptr);
  EXPECT_GT(strips->savedBytes, 0);
  EXPECT_THAT(strips->command, HasSubstr("arenascope shrink wide.tflite --budget "));
  EXPECT_THAT(output::describeAdvice(report), HasSubstr(report.suggestions.front().title));
}

// What ran out of time gains nothing only as far as it was looked at.
TEST(AdvisingTest, WhatIsNotFinishedIsSaid) {
  const test::TemporaryFolder folder;
  const AdviceReport report =
      advised(folder.write("wide.tflite", test::wideInTheMiddleModel()), engine::kDefaultTarget, "", 0);
  expectRight(report);
  EXPECT_FALSE(report.isComplete());
  for (const AdviceReport::Nothing& nothing : report.nothing) EXPECT_NE(nothing.kind, AdviceKind::kStrips);
  for (const std::string& text : {output::toText(report, false), output::toMarkdown(report), output::toJson(report)}) {
    EXPECT_THAT(text, testing::AnyOf(HasSubstr("Not finished"), HasSubstr("not_finished")));
    EXPECT_THAT(text, HasSubstr("versions have been run before the search was stopped"));
  }
}

TEST(AdvisingTest, NamesInMarkdownAreText) {
  AdviceReport report = advised(test::sampleModel("sine"));
  report.before.model.path = "of/<b>*one*`.tflite";
  report.nothing = {{.kind = AdviceKind::kPlan, .reason = "the tensor <img src=x> is *in* a|b, see `c_d|e`"}};
  const std::string text = output::toMarkdown(report);
  EXPECT_THAT(text, HasSubstr("### Advice for \\<b>\\*one\\*\\`\n"));
  EXPECT_THAT(text, HasSubstr("the tensor \\<img src=x> is \\*in\\* a\\|b, see `c_d\\|e`\n"));
}

TEST(AdvisingTest, AWrongTimeLimitIsRefused) {
  for (const double seconds : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    service::AdviceRequest request;
    request.profile.model = test::sampleModel("sine");
    request.seconds = seconds;
    engine::RunControl control;
    const auto report = service::adviseModel(request, {}, control);
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, HasSubstr("not a number of seconds from 0"));
  }
}

TEST(AdvisingTest, HoldsForEverySampleAndSaysWhyNothingIsGained) {
  for (const char* sample : {"sine", "keyword_spotter", "edge_detector", "countdown"}) {
    SCOPED_TRACE(sample);
    const AdviceReport report = advised(test::sampleModel(sample));
    expectRight(report);
    EXPECT_FALSE(report.suggestions.empty() && report.nothing.empty());
    EXPECT_NE(find(report, AdviceKind::kTwoArenas), nullptr);
    EXPECT_THAT(output::toText(report, false), HasSubstr("kTensorArenaSize = "));
  }
}

TEST(AdvisingTest, AFasterKernelSetIsSaidWithWhatItTakes) {
  service::AdviceRequest request;
  request.profile.model = test::sampleModel("keyword_spotter");
  request.profile.kernels = "reference";
  request.seconds = 0;
  engine::RunControl control;
  const auto report = service::adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  const Suggestion* kernels = find(*report, AdviceKind::kKernels);
  ASSERT_NE(kernels, nullptr);
  EXPECT_EQ(kernels->title, "cmsis-nn kernels");
  EXPECT_LT(*report->growthOf(*kernels), -50);
  EXPECT_THAT(kernels->reason, HasSubstr("times the cycles"));
}

// Where a model does not fit, the board that is named does; where it does, the one that is named is smaller.
TEST(AdvisingTest, NamesTheSmallestBoardThatHoldsTheModel) {
  for (const char* board : {"blue-pill", "stm32f407-discovery"}) {
    SCOPED_TRACE(board);
    const AdviceReport report = advised(test::sampleModel("person_detector"), engine::kDefaultTarget, board, 0);
    expectRight(report);
    const Suggestion* other = find(report, AdviceKind::kBoard);
    ASSERT_NE(other, nullptr);
    const auto fit = report::fitOn(*other->after->board, *other->after);
    EXPECT_TRUE(fit->fits());
    const bool fitsOwn = report::fitOn(*report.before.board, report.before)->fits();
    if (fitsOwn) {
      EXPECT_LT(other->after->board->ramBytes(), report.before.board->ramBytes());
    }
  }
}

AdviceReport advisedWithin(double milliseconds, const char* board) {
  service::AdviceRequest request;
  request.profile.model = test::sampleModel("sine");
  if (board != nullptr) request.profile.board = *findBoard(board);
  request.seconds = 0;
  request.deadline = milliseconds;
  engine::RunControl control;
  auto report = service::adviseModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? std::move(*report) : AdviceReport();
}

double millisecondsAt(const char* boardName, double megahertz) {
  service::ProfileRequest request;
  request.model = test::sampleModel("sine");
  request.board = *findBoard(boardName);
  request.board->clockMhz = megahertz;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return *report::fitOn(*report->board, *report)->milliseconds;
}

// A megahertz less is too slow, wherever the steps of the wait states are.
TEST(AdvisingTest, TheLowestClockThatStillDoesIsTheLowest) {
  for (const char* board : {"nucleo-l4r5zi", "stm32f746-discovery", "raspberry-pi-pico"}) {
    for (const double slower : {1.3, 9.0}) {
      SCOPED_TRACE(std::string(board) + " times " + std::to_string(slower));
      const double deadline = slower * millisecondsAt(board, service::findBoard(board)->clockMhz);
      const AdviceReport report = advisedWithin(deadline, board);
      expectRight(report);
      const Suggestion* clock = find(report, AdviceKind::kClock);
      ASSERT_NE(clock, nullptr);
      const double megahertz = clock->after->board->clockMhz;
      EXPECT_LT(megahertz, report.before.board->clockMhz);
      EXPECT_EQ(clock->savedBytes, 0);
      EXPECT_LE(millisecondsAt(board, megahertz), deadline);
      if (megahertz > 1) {
        EXPECT_GT(millisecondsAt(board, megahertz - 1), deadline);
      }
      if (const Suggestion* other = find(report, AdviceKind::kBoard)) {
        EXPECT_LE(*report::fitOn(*other->after->board, *other->after)->milliseconds, deadline);
      }
    }
  }
}

TEST(AdvisingTest, NoClockIsNamedWhereNoneDoes) {
  const auto whyNot = [](const AdviceReport& report) {
    EXPECT_EQ(find(report, AdviceKind::kClock), nullptr);
    for (const AdviceReport::Nothing& nothing : report.nothing)
      if (nothing.kind == AdviceKind::kClock) return nothing.reason;
    return std::string();
  };
  EXPECT_THAT(whyNot(advisedWithin(0.01, "nucleo-l4r5zi")), HasSubstr("0.01 ms are allowed"));
  EXPECT_THAT(whyNot(advisedWithin(100, nullptr)), HasSubstr("known only for a board"));
  EXPECT_EQ(whyNot(advised(test::sampleModel("sine"), engine::kDefaultTarget, "nucleo-l4r5zi", 0)), "")
      << "nobody asked";
}

TEST(AdvisingTest, WhatHasNoCyclesIsAdvisedByItsMemory) {
  const AdviceReport report = advised(test::sampleModel("person_detector"), "esp32s3");
  expectRight(report);
  for (const Suggestion& suggestion : report.suggestions) EXPECT_FALSE(report.growthOf(suggestion));
  // What other kernels cost in time is not known: they are not the first thing to do.
  ASSERT_FALSE(report.suggestions.empty());
  EXPECT_NE(report.suggestions.front().kind, AdviceKind::kKernels);
  const Suggestion* kernels = find(report, AdviceKind::kKernels);
  ASSERT_NE(kernels, nullptr);
  EXPECT_THAT(kernels->reason, HasSubstr("is unknown"));
}

// Cheapest first: what needs no run stands there before anything is searched, and nothing that was shown goes away.
TEST(AdvisingTest, FillsItemByItem) {
  const test::TemporaryFolder folder;
  service::AdviceRequest request;
  request.profile.model = folder.write("wide.tflite", test::wideInTheMiddleModel());
  std::vector<AdviceReport> shown;
  request.onFound = [&](const AdviceReport& now) { shown.push_back(now); };
  engine::RunControl control;
  const auto report = service::adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_GT(shown.size(), 4U);
  EXPECT_EQ(shown.front().progress.done, 0U);
  EXPECT_NE(find(shown.front(), AdviceKind::kTwoArenas), nullptr);
  EXPECT_EQ(find(shown.front(), AdviceKind::kStrips), nullptr);
  for (std::size_t i = 1; i < shown.size(); ++i) {
    EXPECT_GE(shown[i].progress.done, shown[i - 1].progress.done);
    EXPECT_LE(shown[i].progress.done, shown[i].progress.all);
    EXPECT_GE(shown[i].suggestions.size() + shown[i].nothing.size(),
              shown[i - 1].suggestions.size() + shown[i - 1].nothing.size());
  }
  EXPECT_EQ(report->progress.done, report->progress.all);
  EXPECT_EQ(output::toJson(*report), output::toJson(advised(request.profile.model)));
}

// Going on has the whole answer, and runs nothing again that was finished.
TEST(AdvisingTest, GoesOnWithWhatWasFound) {
  const test::TemporaryFolder folder;
  service::AdviceRequest request;
  request.profile.model = folder.write("wide.tflite", test::wideInTheMiddleModel());
  request.seconds = 0;
  engine::RunControl control;
  const auto first = service::adviseModel(request, {}, control);
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_FALSE(first->isComplete());
  request.seconds.reset();
  request.known = std::make_shared<const AdviceReport>(*first);
  std::vector<std::string> steps;
  const service::ProfileObserver observer{.onAllocation = {},
                                          .onProgress = [&](const service::Progress& at) { steps.push_back(at.step); }};
  bool kept = true;
  request.onFound = [&](const AdviceReport& now) { kept = kept && find(now, AdviceKind::kTwoArenas) != nullptr; };
  const auto second = service::adviseModel(request, observer, control);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_TRUE(kept);
  EXPECT_TRUE(second->isComplete());
  EXPECT_EQ(output::toJson(*second), output::toJson(advised(request.profile.model)));
  for (const std::string& step : steps) EXPECT_THAT(step, testing::Not(HasSubstr("better plan")));
}

TEST(AdvisingTest, NamesTheSmallestChangeThatFits) {
  const test::TemporaryFolder folder;
  service::AdviceRequest request;
  request.profile.model = folder.write("wide.tflite", test::wideInTheMiddleModel());
  const AdviceReport free = advised(request.profile.model);
  const Suggestion* strips = find(free, AdviceKind::kStrips);
  ASSERT_NE(strips, nullptr);
  engine::RunControl control;
  const auto fitInto = [&](std::uint64_t bytes) {
    request.fit = bytes;
    auto report = service::adviseModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : AdviceReport();
  };
  const std::uint64_t size = free.before.arena->recommended;
  const AdviceReport already = fitInto(size);
  EXPECT_TRUE(already.fitsAlready());
  EXPECT_EQ(already.fitting(), nullptr);
  EXPECT_EQ(find(already, AdviceKind::kStrips), nullptr) << "nobody needs them";
  EXPECT_THAT(output::describeFit(already), HasSubstr("fits into " + grouped(size) + " bytes already"));
  // A step less needs a change; the one that is named fits, and none of less effort does.
  const AdviceReport change = fitInto(size - 16);
  const Suggestion* fitting = change.fitting();
  ASSERT_NE(fitting, nullptr);
  EXPECT_LE(fitting->after->arena->recommended, size - 16);
  for (const Suggestion& other : change.suggestions)
    if (optimization::effortOf(other) != optimization::Effort::kNone && other.after->arena->recommended <= size - 16) {
      EXPECT_GE(optimization::effortOf(other), optimization::effortOf(*fitting)) << other.title;
    }
  EXPECT_THAT(output::describeFit(change), HasSubstr("The smallest change that fits into "));
  EXPECT_TRUE(output::toText(change, false).starts_with(output::describeFit(change))) << "the answer's first line";
  const AdviceReport none = fitInto(64);
  EXPECT_EQ(none.fitting(), nullptr);
  EXPECT_THAT(output::describeFit(none), HasSubstr("No change that has been found fits into 64 bytes"));
}

// Each alone is too large.
TEST(AdvisingTest, TwoChangesAreCombinedWhereOneDoesNotFit) {
  AdviceRequest request;
  request.profile.model = test::sampleModel("keyword_spotter");
  engine::RunControl control;
  const auto alone = adviseModel(request, {}, control);
  ASSERT_TRUE(alone) << alone.error().message;
  std::uint64_t least = alone->before.arena->recommended;
  for (const Suggestion& each : alone->suggestions)
    if (const auto effort = optimization::effortOf(each); effort < optimization::Effort::kVersionForKernels)
      least = std::min(least, each.after->arena->recommended);
  request.fit = least - 16;
  const auto together = adviseModel(request, {}, control);
  ASSERT_TRUE(together) << together.error().message;
  expectRight(*together);
  const Suggestion* fitting = together->fitting();
  ASSERT_NE(fitting, nullptr) << output::describeFit(*together);
  EXPECT_GE(optimization::effortOf(*fitting), optimization::Effort::kVersionForKernels) << fitting->title;
  EXPECT_LE(fitting->after->arena->recommended, least - 16);
  EXPECT_THAT(output::describeFit(*together),
              HasSubstr("kTensorArenaSize = " + grouped(fitting->after->arena->recommended)));
}

// Neither region has room for one arena.
TEST(AdvisingTest, TwoArenasFitTwoRegions) {
  AdviceRequest request;
  request.profile.model = test::sampleModel("keyword_spotter");
  hardware::Board board = *findBoard("stm32f407-discovery");
  const auto before = advised(request.profile.model, "cortex-m4", "stm32f407-discovery", 0).before;
  const auto split = report::splitArenas(before);
  board.ram[0].bytes = board.reservedRamBytes + split->nonPersistent;
  board.ram[1].bytes = split->persistent + 64;
  request.profile.board = board;
  request.fit = std::max(split->nonPersistent, split->persistent + 64);
  request.seconds = 0;
  engine::RunControl control;
  const auto report = adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  const Suggestion* arenas = find(*report, AdviceKind::kTwoArenas);
  ASSERT_NE(arenas, nullptr);
  EXPECT_TRUE(arenas->inRegions);
  EXPECT_EQ(optimization::effortOf(*report->fitting()), optimization::Effort::kArrangement);
  if (report->fitting() == arenas) {
    EXPECT_THAT(output::describeFit(*report), HasSubstr(" and " + grouped(split->persistent) + " in CCM"));
  }
}

// Each takes 12 bytes, and what is no constant also a buffer that is alive from the start.
TEST(AdvisingTest, TheModelIsRunWithoutUnusedTensors) {
  const builder::Quantization quantization{{0.5F}, {0}, 0};
  builder::ModelBuilder model("unused");
  const auto in = model.addTensor("in", schema::TensorType_INT8, {1, 64}, quantization);
  for (int i = 0; i < 8; ++i) model.addTensor("nothing", schema::TensorType_INT8, {1, 64}, quantization);
  const auto out = model.addTensor("out", schema::TensorType_INT8, {1, 64}, quantization);
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  const test::TemporaryFolder folder;
  AdviceRequest request;
  request.profile.model = folder.write("unused.tflite", model.finish());
  request.seconds = 0;
  engine::RunControl control;
  const auto before = profileModel(request.profile, {}, control);
  request.fit = before->arena->recommended - 8 * 12;
  const auto report = adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  const Suggestion* tail = find(*report, AdviceKind::kTail);
  ASSERT_NE(tail, nullptr);
  ASSERT_TRUE(tail->after);
  EXPECT_LE(tail->after->arena->recommended, *request.fit);
  EXPECT_EQ(tail->savedBytes, static_cast<std::int64_t>(before->arena->recommended - tail->after->arena->recommended));
  EXPECT_EQ(tail->after->outputs.front().bytes, before->outputs.front().bytes);
  EXPECT_FALSE(tail->model.empty());
  ASSERT_NE(report->fitting(), nullptr);
  EXPECT_LE(optimization::effortOf(*report->fitting()), optimization::Effort::kVersion);
}

// Neither region has room for one arena of either kernel set, and only with the reference kernels for two.
TEST(AdvisingTest, TwoArenasGoWithAnotherChange) {
  AdviceRequest request;
  request.profile.model = test::sampleModel("edge_detector");
  hardware::Board board = *findBoard("stm32f407-discovery");
  request.profile.board = board;
  request.profile.target = board.core;
  engine::RunControl control;
  request.profile.kernels = "reference";
  const auto smaller = report::splitArenas(*profileModel(request.profile, {}, control));
  request.profile.kernels = "cmsis-nn";
  const auto before = report::splitArenas(*profileModel(request.profile, {}, control));
  ASSERT_LT(smaller->nonPersistent, before->nonPersistent) << "CMSIS-NN has scratch buffers";
  board.ram[0].bytes = board.reservedRamBytes + before->nonPersistent - 16;
  board.ram[1].bytes = std::max(before->persistent, smaller->persistent) + 64;
  request.profile.board = board;
  request.fit = 64; // no single arena
  request.seconds = 0;
  const auto report = adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(find(*report, AdviceKind::kTwoArenas)->inRegions);
  const auto both = std::find_if(report->suggestions.begin(), report->suggestions.end(), [](const Suggestion& each) {
    return each.parts == std::vector{AdviceKind::kKernels, AdviceKind::kTwoArenas};
  });
  ASSERT_NE(both, report->suggestions.end());
  EXPECT_TRUE(both->inRegions);
  EXPECT_EQ(optimization::effortOf(*both), optimization::Effort::kKernels);
  EXPECT_EQ(both->after->kernels, "reference");
  ASSERT_TRUE(both->after->regions);
  EXPECT_EQ(both->after->regions->nonPersistent.name, board.ram[0].name);
  EXPECT_TRUE(report::fitIn(*both->after)->fits);
  ASSERT_NE(report->fitting(), nullptr);
  EXPECT_LE(optimization::effortOf(*report->fitting()), optimization::Effort::kKernels);
}

TEST(AdvisingTest, AnImagesKernelsAreThoseNearestToItsPersistentMemory) {
  ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  engine::RunControl control;
  for (const char* kernels : {"reference", "cmsis-nn"}) {
    request.kernels = kernels;
    report::Report image = *profileModel(request, {}, control);
    EXPECT_EQ(kernelsLike(image, request, control), kernels);
  }
}

// A board that is too small asks for what it has.
TEST(AdvisingTest, ABoardThatIsTooSmallIsATarget) {
  const AdviceReport report = advised(test::sampleModel("person_detector"), engine::kDefaultTarget, "blue-pill", 0);
  ASSERT_TRUE(report.fit);
  EXPECT_EQ(*report.fit, *report::budgetToFit(report.before));
  EXPECT_THAT(output::describeFit(report), HasSubstr(grouped(*report.fit) + " bytes"));
  EXPECT_FALSE(advised(test::sampleModel("sine"), engine::kDefaultTarget, "stm32f407-discovery", 0).fit);
}

// The size is run once more, and the next one does not fit.
TEST(AdvisingTest, NamesTheLargestInputThatFits) {
  AdviceRequest request;
  request.profile.model = test::sampleModel("image_classifier");
  request.fit = 20'000;
  request.seconds = 0;
  engine::RunControl control;
  const Result<AdviceReport> report = adviseModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  const Suggestion* smaller = find(*report, AdviceKind::kInputSize);
  ASSERT_NE(smaller, nullptr);
  EXPECT_LE(smaller->after->arena->recommended, 20'000U);
  EXPECT_THAT(smaller->reason,
              HasSubstr("it would fit: " + grouped(smaller->after->arena->recommended) + " bytes; train it again"));
  EXPECT_EQ(report->fitting(), smaller) << "nothing else fits";
  EXPECT_THAT(output::describeFit(*report), HasSubstr("architecture preview: train it again"));
  const auto arenaAt = [&](std::int32_t size) {
    ProfileRequest other = request.profile;
    other.architecture.inputs = {{std::nullopt, {size, size}}};
    return profileModel(other, {}, control)->arena->recommended;
  };
  const std::int32_t size = smaller->after->model.subgraphs.front().tensors[0].shape[1];
  EXPECT_EQ(arenaAt(size), smaller->after->arena->recommended);
  EXPECT_GT(arenaAt(size + 8), 20'000U);
  const auto largest = largestInputThatFits(
      request.profile, *model::ModelFile::load(request.profile.model), 16, [] { return false; }, control);
  ASSERT_FALSE(largest);
  EXPECT_EQ(largest.error().message, "no smaller image fits");
}

TEST(AdvisingTest, SaysWhatToDoAndAllItsCosts) {
  const test::TemporaryFolder folder;
  const AdviceReport report = advised(folder.write("wide.tflite", test::wideInTheMiddleModel()));
  const Suggestion* strips = find(report, AdviceKind::kStrips);
  ASSERT_NE(strips, nullptr);
  EXPECT_THAT(output::actionOf(*strips), testing::MatchesRegex("Run layers [0-9, and]+ in strips"));
  const std::string costs = output::describeCosts(report, *strips);
  const auto price = report.priceOf(*strips);
  ASSERT_TRUE(price && price->codeBytes);
  EXPECT_GT(*price->codeBytes, 0) << "the new operators' code counts";
  EXPECT_THAT(costs, HasSubstr("Same outputs. "));
  EXPECT_THAT(costs, HasSubstr("+" + grouped(static_cast<std::uint64_t>(price->flashBytes())) + " bytes of flash"));
  for (const std::string& name : price->newOperators) EXPECT_THAT(costs, HasSubstr(name));
  for (const Suggestion& suggestion : report.suggestions)
    EXPECT_FALSE(output::actionOf(suggestion).empty() || output::describeCosts(report, suggestion).empty());
}

TEST(AdvisingTest, CancellingEndsItWithoutAnAnswer) {
  service::AdviceRequest request;
  request.profile.model = test::sampleModel("person_detector");
  engine::RunControl control;
  const service::ProfileObserver observer{.onAllocation = {}, .onProgress = [&](const service::Progress& at) {
                                            if (at.step.find("smaller versions") != std::string::npos)
                                              control.cancelled = true;
                                          }};
  const auto report = service::adviseModel(request, observer, control);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("cancelled"));
}

TEST(AdvisingTest, AModelThatCannotBeLoadedIsAnError) {
  const test::TemporaryFolder folder;
  service::AdviceRequest request;
  request.profile.model = folder.write("broken.tflite", std::string("not a model"));
  engine::RunControl control;
  EXPECT_FALSE(service::adviseModel(request, {}, control));
}

} // namespace
} // namespace arenascope::service
