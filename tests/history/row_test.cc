// Rows of the history: what is kept of a report, and how it is read again.
#include "core/history/row.h"

#include <gmock/gmock.h>

#include "core/history/row_json.h"
#include "tests/history/history_rows.h"
#include "tests/support/test_models.h"

namespace arenascope::history {
namespace {

using testing::HasSubstr;

TEST(RowTest, ARowHasTheReportsFiguresAndTheArenasParts) {
  const report::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const Row row = rowOf(report);
  EXPECT_EQ(row.figure("arena"), report.arena->minimum);
  EXPECT_EQ(row.figure("cycles"), report.cost->total.cycles);
  EXPECT_EQ(row.sha256, report.model.sha256);
  EXPECT_EQ(row.program, ARENASCOPE_VERSION);
  EXPECT_FALSE(row.compiler.empty());
  std::uint64_t sum = 0;
  for (const RowPart& part : row.arena) sum += part.bytes;
  EXPECT_LE(sum, report.arena->minimum);
  EXPECT_GT(sum + report::kArenaStep, report.arena->minimum) << "the parts are the arena but for its rounding";
  std::uint64_t flash = 0;
  for (const RowPart& part : row.flash) flash += part.bytes;
  EXPECT_GE(flash, *row.figure("total_flash")) << "code that operators share counts for each";
  ASSERT_EQ(row.operators.size(), report.operators.size());
  EXPECT_EQ(row.operators[1].cycles, report.operators[1].cost.cycles);
  EXPECT_EQ(row.settings(), "cortex-m4, cmsis-nn kernels");
}

TEST(RowTest, AFailedRunHasARowWithItsError) {
  report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4");
  report.error = Error{Stage::kInvoke, "it stops"};
  EXPECT_EQ(rowOf(report).error, "invoke: it stops");
  EXPECT_TRUE(rowOf(report).figures.empty()) << "figures of a run that failed are compared with nothing";
}

TEST(RowJsonTest, ALineIsReadAsItWasWritten) {
  Row row = test::historyRow("1", 5'000, "a");
  row.changed = true;
  row.budgets = {{"arena", 4'000}};
  row.hazards = {"it writes \"beyond\" its scratch"};
  row.subject = "Ümläut\twith a tab and \xff bytes that are not UTF-8";
  const std::string line = toLine(row);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const Result<Row> read = readLine(std::string_view(line).substr(0, line.size() - 1));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(toLine(*read), line);
  EXPECT_EQ(read->overBudget(), std::vector<std::string>{"arena"});
  EXPECT_EQ(read->shortCommit(), "1+");
  EXPECT_EQ(read->day(), "2026-11-01");
}

TEST(RowJsonTest, WhatIsNotARowIsNamed) {
  const auto why = [](const std::string& line) {
    const Result<Row> row = readLine(line);
    return row ? "a row" : row.error().message;
  };
  const std::string line = toLine(test::historyRow("1", 5'000, "a"));
  EXPECT_EQ(why("<<<<<<< HEAD"), "not JSON");
  EXPECT_EQ(why(line.substr(0, line.size() / 2)), "not JSON");
  EXPECT_EQ(why("{}"), "not a row");
  EXPECT_EQ(why("[1]"), "not a row");
  EXPECT_THAT(why(R"({"schema":"arenascope.history_row.9"})"), HasSubstr("arenascope.history_row.9"));
  EXPECT_THAT(why(R"({"schema":"arenascope.history_row.1","figures":{}})"), HasSubstr("without a commit"));
  EXPECT_THAT(why(R"({"schema":"arenascope.history_row.1","commit":7,"figures":{}})"), HasSubstr("another type"));
  EXPECT_THAT(why(R"({"schema":"arenascope.history_row.1","commit":"a","path":"b","figures":{"arena":"large"}})"),
              HasSubstr("another type"));
}

} // namespace
} // namespace arenascope::history
