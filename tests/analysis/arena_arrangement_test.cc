#include "core/analysis/arena_arrangement.h"
#include "core/model/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::profile {
namespace {

using testing::HasSubstr;

Report reportOf(const char* model) { return test::profileOf(test::sampleModel(model), "cortex-m4"); }

TEST(ArenaArrangementTest, AReplayOfTheRunIsTheRun) {
  for (const char* model : {"autoencoder", "keyword_spotter", "person_detector", "image_classifier"}) {
    const Report report = reportOf(model);
    RoomyArena arena;
    std::uint64_t need = 0;
    for (std::size_t i = 0; i < report.allocations.size(); ++i) {
      const trace::Event& event = report.allocations[i];
      const ArenaMoment& moment = arena.after(event, plannerWorkspace(report.allocations, report.buffers.size()));
      need = std::max(need, moment.need);
      if (event.section == trace::Section::kTail) {
        ASSERT_EQ(moment.tail, event.offset) << model << " event " << i;
      }
    }
    EXPECT_EQ(roundUpToStep(need), report.arena->minimum) << model;
    EXPECT_EQ(sharedArena({&report})->minimum, report.arena->minimum) << model;
  }
}

TEST(ArenaArrangementTest, TwoArenasTakeTheSectionsAndTwelveBytesMore) {
  // The objects of two arenas take 16 + 32 bytes, that of one 36; what is aligned to 16 after them hides the rest.
  const Report report = reportOf("person_detector");
  const auto split = splitArenas(report);
  ASSERT_TRUE(split);
  EXPECT_GE(split->persistent, report.arena->tail);
  EXPECT_LE(split->persistent, roundUpToStep(report.arena->tail + 12) + 16);
  EXPECT_GE(split->nonPersistent, report.arena->head);
  EXPECT_GE(split->together(), report.arena->used);
  EXPECT_EQ(split->persistent % 16, 0U);
}

TEST(ArenaArrangementTest, ASharedArenaHasTheLargestHeadAndAllTails) {
  const Report a = reportOf("person_detector");
  const Report b = reportOf("keyword_spotter");
  const auto shared = sharedArena({&a, &b});
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
  const Report a = reportOf("autoencoder");
  const Report b = test::profileOf(test::sampleModel("autoencoder"), "host");
  EXPECT_FALSE(sharedArena({&a, &b}));
  EXPECT_FALSE(sharedArena({}));
}

TEST(ArenaArrangementTest, TheAllocationThatFailsIsTheOneThatFailsInARun) {
  session::ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  request.target = "host";
  session::RunControl control;
  const Report report = *session::profileModel(request, {}, control);
  const session::LoadedModel model{*ModelFile::load(request.model), report.model};
  for (std::uint64_t bytes = 64; bytes < report.arena->minimum; bytes += 208) {
    const RunTrace run = test::hostRun({model.file.bytes().begin(), model.file.bytes().end()}, bytes, false);
    const auto failing = firstThatDoesNotFit(report, bytes);
    ASSERT_TRUE(failing) << bytes;
    ASSERT_TRUE(run.error) << bytes;
    // A kernel may go on asking for other tensors before it gives up.
    ASSERT_GE(run.allocations.size(), *failing) << bytes;
    for (std::size_t i = 0; i < *failing; ++i)
      if (report.allocations[i].category != trace::Category::kPlannerWorkspace) { // all that is left, in each
        ASSERT_EQ(run.allocations[i].bytes, report.allocations[i].bytes) << bytes << " event " << i;
      }
  }
  EXPECT_FALSE(firstThatDoesNotFit(report, report.arena->minimum));
  EXPECT_TRUE(firstThatDoesNotFit(report, report.arena->minimum - 16));
}

TEST(ArenaArrangementTest, SaysWhatFailsAndHowMuchIsMissing) {
  const Report report = reportOf("person_detector");
  EXPECT_THAT(explainArenaSize(report, report.arena->minimum + 100), HasSubstr("are enough; 100 of them are spare"));
  const std::string text = explainArenaSize(report, report.arena->minimum - 16);
  EXPECT_THAT(text, HasSubstr("too few"));
  EXPECT_THAT(text, HasSubstr("placing buffers, inputs and outputs, at input and output quantization data"));
  EXPECT_THAT(text, HasSubstr("16 in all"));
}

} // namespace
} // namespace arenascope::profile
