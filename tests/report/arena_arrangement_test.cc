#include "core/model/load/model_file.h"
#include "core/report/arena_arrangement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

using testing::HasSubstr;

report::Report reportOf(const char* model) { return test::profileOf(test::sampleModel(model), "cortex-m4"); }

TEST(ArenaArrangementTest, AReplayOfTheRunIsTheRun) {
  for (const char* model : {"autoencoder", "keyword_spotter", "person_detector", "image_classifier"}) {
    const report::Report report = reportOf(model);
    report::UnboundedArena arena;
    std::uint64_t need = 0;
    for (std::size_t i = 0; i < report.allocations.size(); ++i) {
      const trace::Event& event = report.allocations[i];
      const report::ArenaSnapshot& snapshot =
          arena.after(event, report::plannerWorkspace(report.allocations, report.buffers.size()));
      need = std::max(need, snapshot.need);
      if (event.section == trace::Section::kTail) {
        ASSERT_EQ(snapshot.tail, event.offset) << model << " event " << i;
      }
    }
    EXPECT_EQ(report::roundUpToStep(need), report.arena->minimum) << model;
    EXPECT_EQ(report::sharedArena({&report})->minimum, report.arena->minimum) << model;
  }
}

TEST(ArenaArrangementTest, TwoArenasTakeTheSectionsAndTwelveBytesMore) {
  // The objects of two arenas take 16 + 32 bytes, that of one 36; what is aligned to 16 after them hides the rest.
  const report::Report report = reportOf("person_detector");
  const auto split = report::splitArenas(report);
  ASSERT_TRUE(split);
  EXPECT_GE(split->persistent, report.arena->tail);
  EXPECT_LE(split->persistent, report::roundUpToStep(report.arena->tail + 12) + 16);
  EXPECT_GE(split->nonPersistent, report.arena->head);
  EXPECT_GE(split->together(), report.arena->used);
  EXPECT_EQ(split->persistent % 16, 0U);
}

TEST(ArenaArrangementTest, ASharedArenaHasTheLargestHeadAndAllTails) {
  const report::Report a = reportOf("person_detector");
  const report::Report b = reportOf("keyword_spotter");
  const auto shared = report::sharedArena({&a, &b});
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->head, std::max(a.arena->head, b.arena->head));
  // The second model brings no arena, planner and allocator objects: 36 + 44 + 36 bytes less, up to alignment.
  EXPECT_NEAR(static_cast<double>(shared->tail), static_cast<double>(a.arena->tail + b.arena->tail - 116), 32);
  EXPECT_EQ(shared->apart, a.arena->minimum + b.arena->minimum);
  EXPECT_LT(shared->minimum, shared->apart);
  EXPECT_GE(shared->minimum, shared->head + shared->tail);
  EXPECT_EQ(shared->order.size(), 2U);
}

TEST(ArenaArrangementTest, ModelsOfDifferentTargetsShareNothing) {
  const report::Report a = reportOf("autoencoder");
  const report::Report b = test::profileOf(test::sampleModel("autoencoder"), "host");
  EXPECT_FALSE(report::sharedArena({&a, &b}));
  EXPECT_FALSE(report::sharedArena({}));
}

TEST(ArenaArrangementTest, TheAllocationThatFailsIsTheOneThatFailsInARun) {
  service::ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  request.target = "host";
  engine::RunControl control;
  const report::Report report = *service::profileModel(request, {}, control);
  const engine::LoadedModel model{*ModelFile::load(request.model), report.model};
  for (std::uint64_t bytes = 64; bytes < report.arena->minimum; bytes += 208) {
    const run::RunTrace run = test::hostRun({model.file.bytes().begin(), model.file.bytes().end()}, bytes, false);
    const auto failing = report::firstThatDoesNotFit(report, bytes);
    ASSERT_TRUE(failing) << bytes;
    ASSERT_TRUE(run.error) << bytes;
    // A kernel may go on asking for other tensors before it gives up.
    ASSERT_GE(run.allocations.size(), *failing) << bytes;
    for (std::size_t i = 0; i < *failing; ++i)
      if (report.allocations[i].category != trace::Category::kPlannerWorkspace) { // all that is left, in each
        ASSERT_EQ(run.allocations[i].bytes, report.allocations[i].bytes) << bytes << " event " << i;
      }
  }
  EXPECT_FALSE(report::firstThatDoesNotFit(report, report.arena->minimum));
  EXPECT_TRUE(report::firstThatDoesNotFit(report, report.arena->minimum - 16));
}

TEST(ArenaArrangementTest, SaysWhatFailsAndHowMuchIsMissing) {
  const report::Report report = reportOf("person_detector");
  EXPECT_THAT(report::explainArenaSize(report, report.arena->minimum + 100),
              HasSubstr("are enough; 100 of them are spare"));
  const std::string text = report::explainArenaSize(report, report.arena->minimum - 16);
  EXPECT_THAT(text, HasSubstr("not enough"));
  EXPECT_THAT(text, HasSubstr("placing buffers, inputs and outputs, at input and output quantization data"));
  EXPECT_THAT(text, HasSubstr("16 in all"));
}

} // namespace
} // namespace arenascope::model
