#include "core/report/operator_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace arenascope::report {
namespace {

constexpr std::uint8_t ColumnRanks::*kFiles[] = {&ColumnRanks::json, &ColumnRanks::csv, &ColumnRanks::comparedJson,
                                                 &ColumnRanks::comparedCsv};

// Two operators; with cycles, and a board to tell the time.
Report someReport() {
  Report report;
  report.operators.resize(2);
  report.operators[0].cost = {.instructions = 900, .cycles = 3000};
  report.operators[0].macs = 1234;
  report.operators[0].liveBytes = 64;
  report.operators[1].cost = {.instructions = 10, .cycles = 1000};
  report.operators[1].weightBytes = 8;
  report.cost = CostSummary{};
  report.cost->total = {.instructions = 1000, .cycles = 4000};
  report.board = hardware::Board{};
  report.board->clockMhz = 1.0;
  return report;
}

TEST(OperatorColumnsTest, EachIsDescribedAndFoundByItsName) {
  std::set<std::string> titles;
  for (const OperatorColumn& column : operatorColumns()) {
    EXPECT_EQ(&operatorColumn(column.name), &column);
    EXPECT_TRUE(titles.insert(column.title).second) << column.title;
    EXPECT_STRNE(column.help, "") << column.name;
    EXPECT_LE(column.textWidth, 14) << "the text report has 100 columns";
  }
}

TEST(OperatorColumnsTest, FilesHaveWholeNumbersInTheOrderOfTheirRanks) {
  const Report report = someReport();
  for (const auto file : kFiles) {
    const std::vector<const OperatorColumn*> columns = columnsOf(file);
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end(),
                               [&](const auto* a, const auto* b) { return a->ranks.*file < b->ranks.*file; }));
    for (const OperatorColumn* column : columns)
      EXPECT_TRUE(wholeOf(*column, report, report.operators.front()).has_value()) << column->name;
  }
}

TEST(OperatorColumnsTest, CellsHaveUnitsAndNoNumberThatSaysNothing) {
  const Report report = someReport();
  const auto cell = [&](const char* column, std::size_t row) {
    return textOf(operatorColumn(column), report, report.operators[row]);
  };
  EXPECT_EQ(cell("cycles", 0), "3,000");
  EXPECT_EQ(cell("milliseconds", 0), "3.000");
  EXPECT_EQ(cell("share", 0), "75.0 %");
  EXPECT_EQ(cell("macs", 0), "1,234");
  EXPECT_EQ(cell("macs", 1), "") << "it has none";
  EXPECT_EQ(cell("live_bytes", 1), "0") << "none is in use";
}

TEST(OperatorColumnsTest, WithoutCyclesThereAreOnlyBytesAndMacs) {
  Report report = someReport();
  report.cost.reset();
  std::set<std::string> known;
  for (const OperatorColumn* column : knownColumns(report)) known.insert(column->name);
  for (const OperatorColumn& column : operatorColumns())
    EXPECT_EQ(known.contains(column.name), column.absent == nullptr);
  EXPECT_THAT(known, testing::IsSupersetOf({"live_bytes", "macs", "weight_bytes"}));
  EXPECT_EQ(textOf(operatorColumn("cycles"), report, report.operators.front()), "");
}

} // namespace
} // namespace arenascope::report
