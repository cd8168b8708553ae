#include "core/report/arena_analysis.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

Event allocation(Section section, std::uint64_t bytes, std::uint64_t offset, Category category = Category::kNone) {
  return {.kind = EventKind::kAllocation,
          .section = section,
          .category = category,
          .alignment = 4,
          .bytes = bytes,
          .offset = offset};
}

// Tail 100; head 48; temporaries to 148; then head alone: the most is 148 + 100 = 248, rounded up to 256.
TEST(ArenaAnalysisTest, FindsTheFullestMoment) {
  run::RunTrace trace;
  trace.allocations = {allocation(Section::kTail, 100, 100), allocation(Section::kHead, 48, 0),
                       allocation(Section::kTemp, 100, 48), Event{.kind = EventKind::kTempReset},
                       allocation(Section::kHead, 64, 0)};
  const ArenaAnalysis analysis = analyzeArena(trace);
  EXPECT_EQ(analysis.peak, 2U);
  EXPECT_EQ(analysis.snapshots[2].need, 248U);
  EXPECT_EQ(analysis.minimum, 256U);
  EXPECT_EQ(analysis.tempPeak, 100U);
  EXPECT_EQ(analysis.snapshots[3].temp, 48U);
  EXPECT_EQ(analysis.snapshots[4].need, 164U);
}

// Temporaries to 50 and three buffers: 64 + 3 · 40 for the planner, and a tail of 100 that counts as 112.
TEST(ArenaAnalysisTest, ThePlannerNeedsARecordForEachBufferNotAllItTakes) {
  run::RunTrace trace;
  trace.planned.resize(3);
  trace.allocations = {allocation(Section::kTail, 100, 100), allocation(Section::kTemp, 50, 0),
                       allocation(Section::kTemp, 1 << 20, 64, Category::kPlannerWorkspace)};
  EXPECT_EQ(analyzeArena(trace).minimum, 64U + 120 + 112 + 8) << "296 rounded up to 304";
}

// Temporary blocks up to 48, with 32 bytes still in use: the tail of 64 may reach down to them.
TEST(ArenaAnalysisTest, OnlyTemporaryMemoryInUseHoldsTheTailBack) {
  run::RunTrace trace;
  Event tail = allocation(Section::kTail, 64, 64);
  tail.address = 32;
  trace.allocations = {allocation(Section::kTemp, 48, 0), tail};
  EXPECT_EQ(analyzeArena(trace).minimum, 96U);
}

TEST(ArenaAnalysisTest, NothingNeedsNothing) { EXPECT_EQ(analyzeArena(run::RunTrace()).minimum, 0U); }

} // namespace
} // namespace arenascope::report
