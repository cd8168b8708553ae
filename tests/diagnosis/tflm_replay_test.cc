#include "core/diagnosis/tflm_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/arena_analysis.h"
#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using report::Report;

// Real TensorFlow Lite Micro on 64-bit Linux printed these with the sine sample in arenas of these sizes and addresses.
TEST(TflmReplayTest, PrintsWhatTheRealOnePrints) {
  const Report report = test::profileOf(test::sampleModel("sine"), "host");
  const struct {
    ArenaPlace place;
    const char* message;
  } kMeasured[] = {
      {{1'000, 0}, "Failed to allocate tail memory. Requested: 64, available 16, missing: 48"},
      {{1'500, 3}, "Failed to allocate temp memory. Requested: 64, available 16, missing: 48"},
      {{1'696, 1}, "Too many buffers (max is 2)"},
      {{2'000, 0}, ""},
  };
  for (const auto& [place, message] : kMeasured)
    EXPECT_EQ(tflmMessage(report, replayInTflm(report, place)), message) << place.bytes << " at " << place.misalignment;
}

TEST(TflmReplayTest, TheMinimumWorksAndAStepLessDoesNot) {
  for (const char* name : {"sine", "countdown", "edge_detector", "keyword_spotter", "person_detector"})
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      const Report report = test::profileOf(test::sampleModel(name), "cortex-m4", kernels);
      EXPECT_TRUE(replayInTflm(report, {report.arena->minimum, 0}).works()) << name;
      EXPECT_FALSE(replayInTflm(report, {report.arena->minimum - report::kArenaStep, 0}).works()) << name;
    }
}

TEST(TflmReplayTest, AnArenaTooSmallForItsOwnObjectsIsANullPointer) {
  const Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  for (const std::uint64_t bytes : {1U, 20U, 100U}) {
    const ArenaOutcome outcome = replayInTflm(report, {bytes, 0});
    EXPECT_EQ(outcome.fate, ArenaFate::kNullPointer) << bytes;
    EXPECT_THAT(describeOutcome(report, outcome), testing::HasSubstr("null pointer"));
  }
}

// Somewhere below the minimum persistent memory reaches temporary data that is in use, and TFLM's check passes.
TEST(TflmReplayTest, SeesWhereMemoryInUseWouldBeOverwritten) {
  const Report report = test::profileOf(test::sampleModel("sine"), "host");
  const ArenaOutcome outcome = replayInTflm(report, {1'680, 4});
  EXPECT_EQ(outcome.fate, ArenaFate::kOverwrites);
  EXPECT_THAT(describeOutcome(report, outcome), testing::HasSubstr("overwrites memory in use while preparing"));
}

TEST(TflmReplayTest, AnUnalignedArrayNeedsAStepMoreAtMost) {
  const Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  const UnalignedArena arena = unalignedArena(report);
  EXPECT_EQ(arena.bytes, report.arena->minimum + report::kArenaStep);
  EXPECT_NE(arena.worst, 0U);
  for (std::uint32_t misalignment = 0; misalignment < report::kArenaStep; ++misalignment)
    EXPECT_TRUE(replayInTflm(report, {arena.bytes, misalignment}).works()) << misalignment;
  EXPECT_FALSE(replayInTflm(report, {arena.bytes - report::kArenaStep, arena.worst}).works());
}

} // namespace
} // namespace arenascope::diagnosis
