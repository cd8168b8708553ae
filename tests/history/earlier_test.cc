// The figure before the present one, for "was 84,000 on Tuesday".
#include "core/history/earlier.h"

#include <gtest/gtest.h>

#include "tests/history/history_rows.h"

namespace arenascope::history {
namespace {

using test::historyCommit;
using test::historyRow;

TEST(EarlierTest, TheNewestOtherFigureOfTheMainLineCounts) {
  // 1 - 2 - 4 - 5, and 3 from 1, merged into 5.
  const Timeline timeline =
      timelineOf({historyRow("1", 5'000, "a"), historyRow("2", 6'000, "b"), historyRow("3", 9'000, "c"),
                  historyRow("4", 7'000, "d"), historyRow("5", 7'000, "d")},
                 {historyCommit("5", {"4", "3"}), historyCommit("4", {"2"}), historyCommit("3", {"1"}),
                  historyCommit("2", {"1"}), historyCommit("1", {})},
                 {{"net.tflite", {"d", "d", "c", "b", "a"}}});
  ASSERT_EQ(timeline.series.size(), 1U);
  const Series& series = timeline.series[0];
  const auto before = [&](std::uint64_t now) {
    const Point* point = lastOther(series, "arena", now);
    return point == nullptr ? std::string() : point->row.commit;
  };
  EXPECT_EQ(before(7'000), "2") << "not 3, which is on a branch";
  EXPECT_EQ(before(6'000), "5") << "the file on screen has changed since";
  EXPECT_EQ(lastOther(series, "stack", 1), nullptr) << "not known";
}

TEST(EarlierTest, ASeriesIsContinuedWithItsOwnSettings) {
  const Row row = historyRow("1", 5'000, "a");
  const Timeline timeline = timelineOf({row}, {historyCommit("1", {})}, {{"net.tflite", {"a"}}});
  EXPECT_EQ(continuedBy(timeline, row), &timeline.series[0]);
  for (std::string Row::*setting : {&Row::path, &Row::target, &Row::board, &Row::kernels, &Row::tflm, &Row::planner}) {
    Row other = row;
    other.*setting = "other";
    EXPECT_EQ(continuedBy(timeline, other), nullptr);
  }
}

} // namespace
} // namespace arenascope::history
