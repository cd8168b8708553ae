#include "ui/versions/version_tables.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSortFilterProxyModel>

#include "core/report/operator_columns.h"
#include "ui/tables/comparison_table.h"
#include "ui/tables/table_style.h"
#include "ui/versions/layer_changes.h"

namespace arenascope::ui {

VersionTables::VersionTables(QObject* parent)
    : QObject(parent), changed_(new LayerChangesModel(this)), figures_(new ComparisonModel(this)),
      same_(new LayerChangesModel(this)),
      measure_(new QComboBox), tables_{makeTable(changed_, "changedLayers", tr("Changed layers")),
                                       makeTable(figures_, "versionFigures", tr("Figures")),
                                       makeTable(same_, "sameLayers", tr("Same layers"))} {
  addMeasure();
}

VersionTables::Table VersionTables::makeTable(QAbstractItemModel* model, const char* name, const QString& title) {
  auto* layers = qobject_cast<LayerChangesModel*>(model);
  QTableView* view =
      layers != nullptr ? makeLayerTable(layers) : makeComparisonTable(figures_, QLatin1String(name), title);
  view->setObjectName(QLatin1String(name));
  view->setAccessibleName(title);
  view->setWordWrap(false);
  return {name, title, view, makeFilter(view, title)};
}

QTableView* VersionTables::makeLayerTable(LayerChangesModel* model) {
  auto* view = new QTableView;
  auto* sorted = new QSortFilterProxyModel(view);
  sorted->setSourceModel(model);
  sorted->setSortRole(LayerChangesModel::kSortRole);
  sorted->setFilterKeyColumn(-1);
  sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
  view->setModel(sorted);
  styleTable(*view);
  view->setItemDelegate(new LayerChangesDelegate(view));
  QHeaderView& header = *view->horizontalHeader();
  header.setSortIndicator(-1, Qt::AscendingOrder); // in the model's order at first
  view->setSortingEnabled(true);
  for (const int column : {LayerChangesModel::kHow, LayerChangesModel::kBars})
    header.setSectionResizeMode(column, QHeaderView::Stretch);
  const std::pair<int, int> kWidths[] = {{LayerChangesModel::kPlace, 64},   {LayerChangesModel::kLayer, 184},
                                         {LayerChangesModel::kBytes, 92},   {LayerChangesModel::kBytesAfter, 84},
                                         {LayerChangesModel::kCycles, 100}, {LayerChangesModel::kCyclesAfter, 100},
                                         {LayerChangesModel::kChange, 92}};
  for (const auto& [column, width] : kWidths) view->setColumnWidth(column, scaled(width));
  const auto choose = [this](const QModelIndex& index) {
    const int row = index.data(LayerChangesModel::kOperatorRole).toInt();
    if (row >= 0) emit layerChosen(row);
  };
  connect(view, &QTableView::clicked, this, choose);
  connect(view, &QTableView::activated, this, choose); // Return
  return view;
}

QWidget* VersionTables::makeFilter(QTableView* view, const QString& title) {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  auto* sorted = qobject_cast<QSortFilterProxyModel*>(view->model());
  if (sorted == nullptr) return bar;
  auto* search = new FilterLine;
  styleFilter(*search, title);
  connect(search, &QLineEdit::textChanged, sorted, &QSortFilterProxyModel::setFilterFixedString);
  row->addStretch(1);
  row->addWidget(search);
  return bar;
}

void VersionTables::addMeasure() {
  measure_->setObjectName(QStringLiteral("compareMeasure"));
  measure_->setAccessibleName(tr("Compared of each layer"));
  measure_->setToolTip(tr("A figure to compare beside bytes in use"));
  for (const report::OperatorColumn* column : columnsOf(&report::ColumnRanks::json)) {
    QString title = QString::fromUtf8(column->title);
    title[0] = title[0].toUpper();
    measure_->addItem(title, QString::fromUtf8(column->name));
  }
  measure_->setCurrentIndex(measure_->findData(QStringLiteral("cycles")));
  connect(measure_, &QComboBox::currentIndexChanged, this, &VersionTables::show);
  static_cast<QHBoxLayout*>(tables_.front().filter->layout())->insertWidget(1, measure_);
}

std::size_t VersionTables::rowsOf(std::size_t table) const {
  return static_cast<std::size_t>(tables_[table].view->model()->rowCount());
}

void VersionTables::setVersions(const Version* before, const Version* after) {
  compared_.reset();
  more_.clear();
  if (before != nullptr && after != nullptr && before->report != nullptr && after->report != nullptr) {
    compared_ = report::compareReports({*before->report, *after->report});
    more_ = after->figures;
  }
  show();
}

void VersionTables::show() {
  const report::OperatorColumn& measure = report::operatorColumn(measure_->currentData().toString().toStdString());
  const report::Comparison* compared = compared_ ? &*compared_ : nullptr;
  changed_->setComparison(compared, true, measure, measure_->currentText());
  same_->setComparison(compared, false, measure, measure_->currentText());
  std::vector<ComparisonRow> rows = more_;
  if (compared != nullptr)
    for (ComparisonRow& row : figureRows(*compared)) rows.push_back(std::move(row));
  figures_->setRows(tr("Figure"), compared == nullptr ? QStringList() : QStringList{tr("before"), tr("after")},
                    std::move(rows));
  fitColumns(*tables_[1].view);
  emit changed();
}

} // namespace arenascope::ui
