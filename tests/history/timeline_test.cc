// Rows at their commits, after branches, merges and force pushes too.
#include "core/history/timeline.h"

#include <gmock/gmock.h>

#include "tests/history/history_rows.h"

namespace arenascope::history {
namespace {

using test::historyCommit;
using test::historyRow;
using test::movesOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(TimelineTest, AFigureMovesAtItsCommit) {
  const Timeline timeline =
      timelineOf({historyRow("1", 5'000, "a"), historyRow("2", 5'000, "a"), historyRow("3", 6'000, "b")},
                 {historyCommit("3", {"2"}), historyCommit("2", {"1"}), historyCommit("1", {})},
                 {{"net.tflite", {"b", "a", "a"}}});
  ASSERT_THAT(timeline.series, SizeIs(1));
  EXPECT_THAT(timeline.series[0].points, SizeIs(3));
  EXPECT_EQ(movesOf(timeline.series[0]), "3 arena, 3 cycles");
  EXPECT_TRUE(timeline.series[0].points[0].isEvent()) << "the first";
  EXPECT_FALSE(timeline.series[0].points[1].isEvent());
}

TEST(TimelineTest, ABranchIsComparedWithWhereItBegan) {
  // 1 - 2 - 4 - 5, and 3 from 1, merged into 5.
  const std::vector<CommitInfo> commits = {historyCommit("5", {"4", "3"}), historyCommit("4", {"2"}),
                                           historyCommit("3", {"1"}), historyCommit("2", {"1"}),
                                           historyCommit("1", {})};
  const std::vector<Row> rows = {historyRow("1", 5'000, "a"), historyRow("3", 9'000, "c"), historyRow("4", 5'000, "a"),
                                 historyRow("5", 9'000, "c")};
  const Timeline timeline = timelineOf(rows, commits, {{"net.tflite", {"c", "a", "c", "a", "a"}}});
  ASSERT_THAT(timeline.series, SizeIs(1));
  EXPECT_EQ(movesOf(timeline.series[0]), "3 arena, 3 cycles") << "neither the merge nor the other branch";
  ASSERT_THAT(timeline.series[0].points, SizeIs(4));
  EXPECT_FALSE(timeline.series[0].points[1].mainline);
  EXPECT_THAT(timeline.series[0].points[3].before, SizeIs(2));
}

TEST(TimelineTest, RowsAreFoundAgainAfterAForcePush) {
  // The same commits with other hashes: authors' times and files stay.
  const std::vector<Row> rows = {historyRow("1", 5'000, "a"), historyRow("2", 6'000, "b"), historyRow("3", 6'000, "b")};
  std::vector<CommitInfo> commits = {historyCommit("3'", {"2'"}), historyCommit("2'", {"1'"}), historyCommit("1'", {})};
  const Timeline timeline = timelineOf(rows, commits, {{"net.tflite", {"b", "b", "a"}}});
  ASSERT_THAT(timeline.series, SizeIs(1));
  EXPECT_EQ(movesOf(timeline.series[0]), "2' arena, 2' cycles");
  ASSERT_THAT(timeline.series[0].points, SizeIs(3));
  EXPECT_EQ(timeline.series[0].points[1].measuredAt, "2");
  EXPECT_EQ(timeline.elsewhere, 0U);
}

TEST(TimelineTest, AFileThatWasMeasuredElsewhereIsKnownByItsHash) {
  const Timeline timeline =
      timelineOf({historyRow("9", 7'000, "z"), historyRow("1", 5'000, "a")},
                 {historyCommit("2", {"1"}), historyCommit("1", {})}, {{"net.tflite", {"z", "a"}}});
  ASSERT_THAT(timeline.series, SizeIs(1));
  EXPECT_EQ(movesOf(timeline.series[0]), "2 arena, 2 cycles");
}

TEST(TimelineTest, RowsOfOtherBranchesAreCounted) {
  const Timeline timeline = timelineOf({historyRow("8", 7'000, "y"), historyRow("1", 5'000, "a")},
                                       {historyCommit("1", {})}, {{"net.tflite", {"a"}}});
  EXPECT_EQ(timeline.elsewhere, 1U);
  EXPECT_THAT(timeline.series[0].points, SizeIs(1));
}

TEST(TimelineTest, TheLaterOfTwoMeasurementsCounts) {
  Row later = historyRow("1", 5'016, "a");
  later.recorded = "2026-12-01T00:00:00Z";
  const Timeline timeline =
      timelineOf({later, historyRow("1", 5'000, "a")}, {historyCommit("1", {})}, {{"net.tflite", {"a"}}});
  EXPECT_EQ(timeline.series[0].newest().figure("arena"), 5'016U);
}

TEST(TimelineTest, KernelsAreApartOnlyWhereACommitHasBoth) {
  Row other = historyRow("2", 6'000, "a");
  other.kernels = "reference";
  const std::vector<CommitInfo> commits = {historyCommit("2", {"1"}), historyCommit("1", {})};
  const Blobs blobs = {{"net.tflite", {"a", "a"}}};
  EXPECT_THAT(timelineOf({historyRow("1", 5'000, "a"), other}, commits, blobs).series, SizeIs(1)) << "an update";
  EXPECT_THAT(timelineOf({historyRow("1", 5'000, "a"), historyRow("2", 5'000, "a"), other}, commits, blobs).series,
              SizeIs(2));
}

TEST(TimelineTest, AFileThatIsNotCommittedIsTheLast) {
  Row changed = historyRow("1", 6'000, "new");
  changed.changed = true;
  const Timeline timeline =
      timelineOf({historyRow("1", 5'000, "a"), changed}, {historyCommit("1", {})}, {{"net.tflite", {"a"}}});
  ASSERT_THAT(timeline.series[0].points, SizeIs(2));
  EXPECT_EQ(timeline.series[0].points[1].row.shortCommit(), "1+");
  EXPECT_EQ(movesOf(timeline.series[0]), "1 arena, 1 cycles");
  // Once it is committed, it is the commit's.
  const Timeline later =
      timelineOf({historyRow("1", 5'000, "a"), changed}, {historyCommit("2", {"1"}), historyCommit("1", {})},
                 {{"net.tflite", {"new", "a"}}});
  EXPECT_EQ(movesOf(later.series[0]), "2 arena, 2 cycles");
}

TEST(TimelineTest, AnImageIsFoundByItsCommitAlone) {
  Row image = historyRow("1", 5'000, "");
  image.image = true;
  EXPECT_THAT(timelineOf({image}, {historyCommit("1", {})}, {{"net.tflite", {""}}}).series, SizeIs(1));
  CommitInfo rewritten = historyCommit("1'", {});
  EXPECT_THAT(timelineOf({image}, {rewritten}, {{"net.tflite", {""}}}).series, IsEmpty());
  rewritten.tree = "tree 1";
  EXPECT_THAT(timelineOf({image}, {rewritten}, {{"net.tflite", {""}}}).series, SizeIs(1)) << "with all files the same";
}

} // namespace
} // namespace arenascope::history
