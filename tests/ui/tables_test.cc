// Tables: what they list, search, copies, columns.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QTest>
#include <algorithm>
#include <limits>

#include "tests/support/test_models.h"
#include "ui/charts/arena_frame.h"
#include "ui/tables/event_model.h"
#include "ui/tables/function_model.h"
#include "ui/tables/history_model.h"
#include "ui/tables/operator_model.h"
#include "ui/tables/report_model.h"
#include "ui/tables/report_table.h"
#include "ui/tables/tensor_model.h"

namespace arenascope::ui {
namespace {

ReportPointer personDetector() {
  static const ReportPointer kReport =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  return kReport;
}

TEST(ReportModelsTest, KeepTheRulesOfModels) {
  OperatorModel operators;
  TensorModel tensors;
  EventModel events;
  HistoryModel history;
  FunctionModel functions;
  for (ReportModel* model : std::initializer_list<ReportModel*>{&operators, &tensors, &events, &history, &functions}) {
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model->rowCount(), 0);
    model->setReport(personDetector());
    EXPECT_GT(model->rowCount(), 0);
    for (int row = 0; row < model->rowCount(); ++row)
      for (int column = 0; column < model->columnCount(); ++column)
        EXPECT_TRUE(model->index(row, column).data(ReportModel::kSortRole).isValid() || model->isEmptyColumn(column))
            << row << " " << column;
    model->setReport(nullptr);
    EXPECT_EQ(model->rowCount(), 0);
  }
}

TEST(TensorModelTest, TellsWhereEachTensorIs) {
  TensorModel model;
  model.setReport(personDetector());
  const report::Report& report = *personDetector();
  std::size_t scratch = 0;
  for (const auto& buffer : report.buffers) scratch += buffer.scratch ? 1 : 0;
  EXPECT_EQ(model.rowCount(), static_cast<int>(report.model.tensorCount() + scratch));
  std::uint64_t flash = 0;
  int head = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QString memory = model.index(row, TensorModel::kMemory).data().toString();
    const QVariant bytes = model.index(row, TensorModel::kBytes).data(ReportModel::kSortRole);
    if (memory == QStringLiteral("flash")) flash += bytes.toULongLong();
    head += memory == QStringLiteral("head");
  }
  EXPECT_EQ(flash, report.model.weightBytes);
  EXPECT_EQ(head, static_cast<int>(report.buffers.size()));
}

TEST(EventModelTest, AnOperatorsEventsBelongToIt) {
  EventModel model;
  model.setReport(personDetector());
  Selection selection;
  selection.selectOperator(2);
  int found = 0;
  for (int row = 0; row < model.rowCount(); ++row)
    if (model.isSelected(selection, row)) {
      ++found;
      const trace::Event& event = personDetector()->allocations[static_cast<std::size_t>(row)];
      EXPECT_EQ(event.position.op >= 0 ? event.position.op : event.index, 2);
    }
  EXPECT_GT(found, 3);
}

class ReportTableTest : public testing::Test {
protected:
  ReportTableTest()
      : table_(QStringLiteral("test"), QStringLiteral("Tensors"), new TensorModel, TensorModel::kName, selection_) {
    table_.resize(900, 400);
    table_.show();
    table_.setReport(personDetector());
  }
  void TearDown() override { QSettings().clear(); } // a table keeps how it was sorted

  // A table keeps how it was sorted, also beyond TearDown().
  struct NothingKept {
    NothingKept() { QSettings().clear(); }
  };
  const NothingKept nothingKept_;
  Selection selection_;
  ReportTable table_;
};

TEST_F(ReportTableTest, FiltersAsOneTypes) {
  const int all = table_.view()->model()->rowCount();
  QTest::keyClicks(table_.search(), QStringLiteral("depthwise_1/"));
  EXPECT_EQ(table_.view()->model()->rowCount(), 2) << "weights and bias";
  table_.search()->clear();
  EXPECT_EQ(table_.view()->model()->rowCount(), all);
  QTest::keyClicks(table_.search(), QStringLiteral("no such thing"));
  EXPECT_EQ(table_.view()->model()->rowCount(), 0);
}

TEST_F(ReportTableTest, SortsNumbersAsNumbers) {
  table_.view()->sortByColumn(TensorModel::kBytes, Qt::DescendingOrder);
  qulonglong before = ~0ULL;
  ASSERT_GT(table_.view()->model()->rowCount(), 10);
  for (int row = 0; row < table_.view()->model()->rowCount(); ++row) {
    const QModelIndex index = table_.view()->model()->index(row, TensorModel::kBytes);
    const qulonglong bytes = index.data(ReportModel::kSortRole).toULongLong();
    EXPECT_LE(bytes, before);
    before = bytes;
  }
}

// What is largest is looked for; what is smallest with a second click.
TEST_F(ReportTableTest, AColumnOfFiguresHasTheLargestFirst) {
  const QHeaderView& header = *table_.view()->horizontalHeader();
  const auto click = [&] {
    QTest::mouseClick(header.viewport(), Qt::LeftButton, Qt::NoModifier,
                      {header.sectionViewportPosition(TensorModel::kBytes) + 8, header.height() / 2});
  };
  const auto first = [&] {
    return table_.view()->model()->index(0, TensorModel::kBytes).data(ReportModel::kSortRole).toULongLong();
  };
  std::uint64_t most = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const QAbstractItemModel& rows = *table_.view()->model();
  for (int row = 0; row < rows.rowCount(); ++row) {
    const std::uint64_t bytes = rows.index(row, TensorModel::kBytes).data(ReportModel::kSortRole).toULongLong();
    most = std::max(most, bytes);
    least = std::min(least, bytes);
  }
  ASSERT_NE(most, least);
  click();
  EXPECT_EQ(first(), most);
  click();
  EXPECT_EQ(first(), least);
}

// Functions of all layers add up to the whole; one leads to the layer that spends most in it.
TEST(FunctionModelTest, AddsUpToTheInference) {
  FunctionModel model;
  model.setReport(personDetector());
  const report::Report& report = *personDetector();
  ASSERT_TRUE(report.cost.has_value());
  ASSERT_GT(model.rowCount(), 3);
  std::uint64_t cycles = 0;
  for (int row = 0; row < model.rowCount(); ++row)
    cycles += model.index(row, FunctionModel::kCycles).data(ReportModel::kSortRole).toULongLong();
  EXPECT_EQ(cycles, report.cost->total.cycles);
  Selection selection;
  model.select(selection, 0);
  ASSERT_GE(selection.op(), 0);
  EXPECT_TRUE(model.isSelected(selection, 0));
  EXPECT_EQ(model.index(0, FunctionModel::kCycles).data(ReportModel::kBarRole).toDouble(), 1.0);
}

// Beside its kind a layer has a name, a shape and a colour; the bar of what makes the peak is marked.
TEST(OperatorModelTest, ALayerHasANameAShapeAndBars) {
  OperatorModel model;
  model.setReport(personDetector());
  const report::Report& report = *personDetector();
  int peaks = 0;
  double largest = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    EXPECT_FALSE(model.index(row, OperatorModel::kWrites).data().toString().isEmpty()) << row;
    EXPECT_FALSE(model.index(row, OperatorModel::kShape).data().toString().isEmpty()) << row;
    EXPECT_TRUE(model.index(row, OperatorModel::kName).data(ReportModel::kFamilyRole).isValid());
    const QModelIndex bytes = model.index(row, OperatorModel::columnOf("live_bytes"));
    const double bar = bytes.data(ReportModel::kBarRole).toDouble();
    EXPECT_EQ(bytes.data(ReportModel::kPeakRole).toBool(), bar == 1.0) << row;
    peaks += bytes.data(ReportModel::kPeakRole).toBool();
    largest =
        std::max(largest, model.index(row, OperatorModel::columnOf("cycles")).data(ReportModel::kBarRole).toDouble());
    EXPECT_EQ(model.index(row, OperatorModel::kName).data().toString().toStdString(),
              report.operators[static_cast<std::size_t>(row)].name);
  }
  EXPECT_GE(peaks, 1);
  EXPECT_EQ(largest, 1.0);
}

TEST_F(ReportTableTest, CopiesWhatIsOnScreen) {
  QTest::keyClicks(table_.search(), QStringLiteral("input"));
  table_.copy(false);
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  EXPECT_EQ(lines.size(), table_.view()->model()->rowCount() + 1);
  EXPECT_TRUE(lines.first().startsWith(QStringLiteral("#\ttensor\ttype")));
  table_.copy(true);
  const QString csv = QApplication::clipboard()->text();
  EXPECT_TRUE(csv.contains(QStringLiteral("9216"))) << "numbers for machines: " << csv.toStdString();
  EXPECT_FALSE(csv.contains(QStringLiteral("9,216")));
  // The selected rows only, where there are some.
  table_.search()->clear();
  table_.view()->selectRow(0);
  EXPECT_EQ(table_.text(false).split(QLatin1Char('\n'), Qt::SkipEmptyParts).size(), 2);
}

TEST_F(ReportTableTest, SeveralRowsSayWhatTheyAddUpTo) {
  const auto* count = table_.findChild<QLabel*>(QStringLiteral("rowCount"));
  QAbstractItemModel& model = *table_.view()->model();
  table_.view()->selectRow(0);
  EXPECT_EQ(count->text(), QStringLiteral("%1 rows").arg(model.rowCount()));
  table_.view()->selectAll();
  qulonglong all = 0;
  for (int row = 0; row < model.rowCount(); ++row)
    all += model.index(row, TensorModel::kBytes).data(ReportModel::kSortRole).toULongLong();
  EXPECT_EQ(count->text(), QStringLiteral("%1 rows: %2 bytes").arg(model.rowCount()).arg(groupedText(all)));
  table_.view()->clearSelection();
  EXPECT_EQ(count->text(), QStringLiteral("%1 rows").arg(model.rowCount()));
}

TEST_F(ReportTableTest, AChosenRowIsTheSelection) {
  table_.view()->selectRow(0);
  ASSERT_GE(selection_.buffer(), 0) << "the input is in the head";
  EXPECT_EQ(personDetector()->buffers[static_cast<std::size_t>(selection_.buffer())].name, "input");
  selection_.selectOperator(0);
  // Its input, weights, bias, output and scratch buffer.
  EXPECT_EQ(table_.view()->selectionModel()->selectedRows().size(), 5);
  selection_.clear();
  EXPECT_TRUE(table_.view()->selectionModel()->selectedRows().isEmpty());
}

TEST(ReportTableColumnsTest, AreRemembered) {
  Selection selection;
  const auto make = [&] {
    auto table = std::make_unique<ReportTable>(QStringLiteral("columns"), QStringLiteral("Events"), new EventModel,
                                               EventModel::kWhen, selection);
    table->setReport(personDetector());
    return table;
  };
  {
    const auto table = make();
    table->view()->horizontalHeader()->moveSection(0, 3);
    table->view()->setColumnWidth(EventModel::kBytes, 133);
  }
  const auto table = make();
  EXPECT_EQ(table->view()->horizontalHeader()->visualIndex(0), 3);
  EXPECT_EQ(table->view()->columnWidth(EventModel::kBytes), 133);
}

TEST(ReportTableColumnsTest, AreWideEnoughForWhatComesLater) {
  Selection selection;
  ReportTable table(QStringLiteral("later"), QStringLiteral("Operators"), new OperatorModel, OperatorModel::kName,
                    selection);
  table.resize(1200, 400);
  table.show();
  auto first = std::make_shared<report::Report>(*personDetector());
  for (report::OperatorReport& op : first->operators) op.cost = {};
  first->cost.reset();
  table.setReport(first);
  table.setReport(personDetector());
  const QAbstractItemView& view = *table.view();
  for (const int column : {OperatorModel::columnOf("cycles"), OperatorModel::columnOf("instructions")})
    EXPECT_GE(table.view()->columnWidth(column), view.sizeHintForColumn(column)) << column;
  EXPECT_GT(view.sizeHintForColumn(OperatorModel::columnOf("cycles")), 50);
}

TEST(ReportTableColumnsTest, WithoutAReportItSaysWhatToDo) {
  Selection selection;
  ReportTable table(QStringLiteral("empty"), QStringLiteral("Events"), new EventModel, EventModel::kWhen, selection);
  table.show();
  EXPECT_FALSE(table.view()->isVisible());
  const auto labels = table.findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
    return label->isVisible() && label->text() == QStringLiteral("Open a model to see this table.");
  }));
}

} // namespace
} // namespace arenascope::ui
