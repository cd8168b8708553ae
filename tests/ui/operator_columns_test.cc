// An operator has the same columns wherever operators are listed: none is forgotten anywhere.
#include <gmock/gmock.h>

#include <QApplication>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "core/report/operator_columns.h"
#include "tests/support/test_models.h"
#include "ui/charts/html_report.h"
#include "ui/tables/operator_model.h"

namespace arenascope::ui {
namespace {

using testing::HasSubstr;
using testing::IsSubsetOf;
using testing::IsSupersetOf;
using Names = std::set<std::string>;

struct Columns {
  Names keys;
  Names titles;
};

const Columns& published() {
  static const Columns kColumns = [] {
    Columns read;
    std::ifstream stream(ARENASCOPE_SOURCE_DIR "/tests/support/operator_columns.txt");
    for (std::string line; std::getline(stream, line);) {
      if (line.starts_with('#')) continue;
      read.keys.insert(line.substr(0, line.find('\t')));
      read.titles.insert(line.substr(line.find('\t') + 1));
    }
    return read;
  }();
  return kColumns;
}

// Of the table, in files: with an operator's identity.
Names keysOf(std::uint8_t report::ColumnRanks::*file) {
  Names keys = {"subgraph", "index", "name"};
  for (const report::OperatorColumn* column : columnsOf(file)) keys.insert(column->name);
  return keys;
}

// Of the table, in tables.
Names titles() {
  Names all = {"#", "operator"};
  for (const report::OperatorColumn& column : report::operatorColumns()) all.insert(column.title);
  return all;
}

ReportPointer report() {
  static const ReportPointer kReport =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4"));
  return kReport;
}

TEST(OperatorColumnsTest, NoneThatWasPublishedIsLost) {
  EXPECT_EQ(published().keys.size(), 8U);
  EXPECT_THAT(published().keys, IsSubsetOf(keysOf(&report::ColumnRanks::json)));
  EXPECT_THAT(published().keys, IsSubsetOf(keysOf(&report::ColumnRanks::csv)));
  EXPECT_THAT(published().titles, IsSubsetOf(titles()));
}

TEST(OperatorColumnsTest, JsonHasThem) {
  const auto json = nlohmann::json::parse(output::toJson(*report()));
  std::uint64_t weights = 0;
  for (const auto& op : json.at("ops")) {
    Names keys;
    for (const auto& [key, value] : op.items())
      if (value.is_primitive()) keys.insert(key);
    EXPECT_EQ(keys, keysOf(&report::ColumnRanks::json));
    weights += op.at("weight_bytes").get<std::uint64_t>();
  }
  EXPECT_EQ(weights, report()->model.weightBytes) << "no tensor of this model is read twice";
}

TEST(OperatorColumnsTest, CsvHasThem) {
  std::istringstream csv(output::toCsv(*report()));
  std::string heading;
  std::getline(csv, heading);
  std::istringstream fields(heading);
  Names keys;
  for (std::string field; std::getline(fields, field, ',');) keys.insert(field);
  EXPECT_EQ(keys, keysOf(&report::ColumnRanks::csv));
}

TEST(OperatorColumnsTest, TheWindowHasThem) {
  OperatorModel model;
  model.setReport(report());
  Names shown;
  for (int column = 0; column < model.columnCount(); ++column)
    shown.insert(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toStdString());
  Names expected = titles();
  expected.insert({"writes", "shape"}); // the output, which other lists have under its operator
  EXPECT_EQ(shown, expected);
  EXPECT_THAT(shown, IsSupersetOf({"ms", "share"})) << "of the cycles";
}

TEST(OperatorColumnsTest, ThePageOfAReportHasThem) {
  const std::string html = toHtml(report(), InferenceOptions()).toStdString();
  for (const std::string& title : published().titles) EXPECT_THAT(html, HasSubstr(">" + title + "</th>"));
  for (const report::OperatorColumn* column : knownColumns(*report()))
    EXPECT_THAT(html, HasSubstr(std::string(">") + column->title + "</th>"));
}

} // namespace
} // namespace arenascope::ui
