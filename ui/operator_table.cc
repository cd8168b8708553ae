#include "ui/operator_table.h"

#include <QHeaderView>
#include <QItemSelection>
#include <QSortFilterProxyModel>

#include "ui/table_style.h"

namespace arenascope::ui {

OperatorTable::OperatorTable(Selection& selection, QWidget* parent)
    : QTableView(parent), selection_(selection), model_(new OperatorModel(this)),
      sorted_(new QSortFilterProxyModel(this)) {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(OperatorModel::kSortRole);
  setModel(sorted_);
  setAccessibleName(tr("Operators"));
  setSortingEnabled(true);
  sortByColumn(OperatorModel::kIndex, Qt::AscendingOrder);
  styleTable(*this);
  horizontalHeader()->setStretchLastSection(false);
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &OperatorTable::takeRowSelection);
  connect(&selection_, &Selection::changed, this, &OperatorTable::showSelection);
}

void OperatorTable::setReport(const ReportPointer& report) {
  report_ = report;
  updating_ = true;
  model_->setReport(report);
  updating_ = false;
  const bool cycles = report != nullptr && report->cost.has_value();
  for (const int column : {OperatorModel::kCycles, OperatorModel::kShare, OperatorModel::kInstructions})
    setColumnHidden(column, !cycles);
  setColumnHidden(OperatorModel::kTime, !cycles || !report->board);
  resizeColumnsToContents();
  horizontalHeader()->setSectionResizeMode(OperatorModel::kName, QHeaderView::Stretch);
  showSelection();
}

void OperatorTable::takeRowSelection() {
  if (updating_) return;
  const QModelIndexList rows = selectionModel()->selectedRows();
  updating_ = true;
  if (rows.size() == 1)
    selection_.selectOperator(sorted_->mapToSource(rows.first()).row());
  else if (rows.isEmpty())
    selection_.clear();
  updating_ = false;
}

// An operator's own row, or all rows during which the selected buffer is in use.
void OperatorTable::showSelection() {
  if (updating_ || report_ == nullptr) return;
  updating_ = true;
  QItemSelection rows;
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    const int source = sorted_->mapToSource(sorted_->index(row, 0)).row();
    bool chosen = source == selection_.op();
    if (selection_.buffer() >= 0)
      chosen = report_->buffers[static_cast<std::size_t>(selection_.buffer())].liveAt(
          report_->operators[static_cast<std::size_t>(source)].time);
    if (chosen) rows.select(sorted_->index(row, 0), sorted_->index(row, OperatorModel::kColumnCount - 1));
  }
  selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
  if (!rows.isEmpty()) scrollTo(rows.first().topLeft());
  updating_ = false;
}

} // namespace arenascope::ui
