#include "ui/tables/report_table.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelection>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/text_format.h"
#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"
#include "ui/tables/cell_delegate.h"
#include "ui/tables/table_style.h"

namespace arenascope::ui {

namespace {

QString settingsKey(const QString& name) { return QStringLiteral("tables/%1").arg(name); }
// Of the columns that the user does not want.
QString hiddenKey(const QString& name) { return settingsKey(name) + QStringLiteral("Hidden"); }
// Of the columns that the user wants even where they have no room.
QString shownKey(const QString& name) { return settingsKey(name) + QStringLiteral("Shown"); }

// Rows as the user has them, under headers for a person to read.
class SortedRows : public QSortFilterProxyModel {
public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    return QSortFilterProxyModel::headerData(section, orientation,
                                             role == Qt::DisplayRole ? ReportModel::kTitleRole : role);
  }
};

// As much of its text as there is room for.
class ShortenedLabel : public QLabel {
public:
  ShortenedLabel() { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); }

protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

} // namespace

ReportTable::ReportTable(const QString& name, const QString& title, ReportModel* model, int wide, Selection& selection,
                         QWidget* parent)
    : QWidget(parent), selection_(selection), model_(model), sorted_(new SortedRows(this)), view_(new QTableView),
      search_(new FilterLine), bar_(new QWidget), count_(new ShortenedLabel),
      empty_(new QLabel(tr("Open a model to see this table."))), wide_(wide) {
  setObjectName(name);
  model_->setParent(this);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(ReportModel::kSortRole);
  sorted_->setFilterKeyColumn(-1);
  sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  view_->setModel(sorted_);
  view_->setItemDelegate(new CellDelegate(view_));
  styleTable(*view_);
  view_->setSortingEnabled(true);
  view_->sortByColumn(-1, Qt::AscendingOrder); // in their own order, until a header is clicked
  buildLayout(title);
  addActions();
  new EscapeKey(
      view_, [this] { return !selection_.empty(); }, [this] { selection_.clear(); });
  connect(search_, &QLineEdit::textChanged, this, &ReportTable::applyFilter);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ReportTable::takeRowSelection);
  connect(&selection_, &Selection::changed, this, &ReportTable::showSelection);
}

ReportTable::~ReportTable() { saveColumns(); }

void ReportTable::buildLayout(const QString& title) {
  view_->setAccessibleName(title);
  QHeaderView& header = *view_->horizontalHeader();
  header.setStretchLastSection(false);
  header.setSectionsMovable(true);
  header.setResizeContentsPrecision(100);
  header.setDefaultSectionSize(header.minimumSectionSize()); // of columns that have nothing yet
  header.setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&header, &QWidget::customContextMenuRequested, this, &ReportTable::chooseColumns);
  connect(&header, &QHeaderView::sortIndicatorChanged, this, &ReportTable::sortLargestFirst);
  styleFilter(*search_, title);
  search_->setToolTip(tr("Rows with this text (Ctrl+F); Escape shows all again"));
  count_->setObjectName(QStringLiteral("rowCount"));
  count_->setProperty("role", QStringLiteral("quiet"));
  auto* bar = new QHBoxLayout(bar_);
  bar->setContentsMargins(0, 0, 0, 0);
  bar->setSpacing(scaled(12));
  bar->addWidget(count_, 1);
  bar->addWidget(search_, 0, Qt::AlignRight);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  view_->hide();
}

void ReportTable::addActions() {
  const auto add = [this](const QString& name, const QKeySequence& keys, auto action) {
    auto* made = new QAction(name, this);
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, this, action);
    addAction(made);
    view_->addAction(made);
  };
  add(tr("Copy as text"), QKeySequence::Copy, [this] { copy(false); });
  add(tr("Copy as CSV"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copy(true); });
  add(tr("Filter"), QKeySequence::Find, [this] { search_->setFocus(); });
  view_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ReportTable::setReport(const ReportPointer& report) {
  updating_ = true;
  model_->setReport(report);
  updating_ = false;
  view_->setVisible(report != nullptr);
  empty_->setVisible(report == nullptr);
  if (!restored_ && report != nullptr) {
    restored_ = true;
    updating_ = true;
    if (!view_->horizontalHeader()->restoreState(QSettings().value(settingsKey(objectName())).toByteArray()))
      view_->resizeColumnsToContents();
    updating_ = false;
  }
  hideEmptyColumns();
  widenColumns();
  fitWideColumn();
  applyFilter(search_->text());
  showSelection();
}

// What comes later, as cycles do, can need more room than there was at first.
void ReportTable::widenColumns() {
  const QHeaderView& header = *view_->horizontalHeader();
  for (int column = 0; column < model_->columnCount(); ++column)
    if (column != wide_ && !view_->isColumnHidden(column))
      view_->setColumnWidth(
          column, std::max({view_->columnWidth(column), contentWidth(column), header.sectionSizeHint(column)}));
}

// Columns with bars share the room left over, where a table has some; otherwise the one of names takes it. Where that
// is too little, the table is scrolled.
void ReportTable::fitWideColumn() {
  const int least = scaled(130);
  QList<int> wide;
  for (int column = 0; column < model_->columnCount(); ++column)
    if (model_->columns()[static_cast<std::size_t>(column)].bars && !view_->isColumnHidden(column)) wide << column;
  if (!wide.isEmpty()) makeRoomForBars(wide);
  if (wide.isEmpty()) wide << wide_;
  const bool fits = roomBeside(wide) >= least * static_cast<int>(wide.size());
  for (const int column : wide) {
    view_->horizontalHeader()->setSectionResizeMode(column, fits ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!fits) view_->setColumnWidth(column, std::max(least, contentWidth(column)));
  }
}

int ReportTable::contentWidth(int column) const {
  return static_cast<const QAbstractItemView*>(view_)->sizeHintForColumn(column);
}

// In pixels, beside all other columns that are shown.
int ReportTable::roomBeside(const QList<int>& columns) const {
  int left = view_->viewport()->width();
  for (int column = 0; column < model_->columnCount(); ++column)
    if (!columns.contains(column) && !view_->isColumnHidden(column)) left -= view_->columnWidth(column);
  return left;
}

// Names are as wide as they are, within limits; further columns are there where bars have enough without their room.
void ReportTable::makeRoomForBars(const QList<int>& bars) {
  constexpr int kWideBar = 190;   // pixels of the design
  constexpr int kMostNames = 240; // likewise
  QHeaderView& header = *view_->horizontalHeader();
  header.setSectionResizeMode(wide_, QHeaderView::Interactive);
  view_->setColumnWidth(wide_, std::min(contentWidth(wide_), scaled(kMostNames)));
  const auto rank = [this](int column) { return model_->columns()[static_cast<std::size_t>(column)].extra; };
  QList<int> extras;
  for (int column = 0; column < model_->columnCount(); ++column)
    if (isExtra(column)) extras << column;
  std::ranges::sort(extras, {}, rank);
  for (const int column : extras) view_->setColumnHidden(column, true);
  int room = roomBeside(bars) - static_cast<int>(bars.size()) * scaled(kWideBar);
  for (const int column : extras) {
    const int need = std::max(contentWidth(column), header.sectionSizeHint(column));
    room -= need;
    if (room < 0) break;
    view_->setColumnHidden(column, false);
    view_->setColumnWidth(column, need);
  }
}

void ReportTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitWideColumn();
}

// One that is there only where it has room.
bool ReportTable::isExtra(int column) const {
  const ReportModel::Column& about = model_->columns()[static_cast<std::size_t>(column)];
  return about.extra > 0 && !model_->isEmptyColumn(column) &&
         !QSettings().value(hiddenKey(objectName())).toStringList().contains(about.name) &&
         !QSettings().value(shownKey(objectName())).toStringList().contains(about.name);
}

// The user's own choice of columns stands where the report has something for them.
void ReportTable::hideEmptyColumns() {
  const QStringList hidden = QSettings().value(hiddenKey(objectName())).toStringList();
  for (int column = 0; column < model_->columnCount(); ++column)
    view_->setColumnHidden(column, model_->isEmptyColumn(column) ||
                                       hidden.contains(model_->columns()[static_cast<std::size_t>(column)].name));
}

void ReportTable::chooseColumns(const QPoint& position) {
  QMenu menu;
  for (int column = 1; column < model_->columnCount(); ++column) {
    QAction* action = menu.addAction(sorted_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    action->setData(model_->columns()[static_cast<std::size_t>(column)].name);
    action->setCheckable(true);
    action->setChecked(!view_->isColumnHidden(column));
    action->setEnabled(!model_->isEmptyColumn(column));
  }
  const QAction* chosen = menu.exec(view_->horizontalHeader()->mapToGlobal(position));
  if (chosen == nullptr) return;
  const QString name = chosen->data().toString();
  const auto put = [&](const QString& key, bool wanted) {
    QStringList names = QSettings().value(key).toStringList();
    names.removeAll(name);
    if (wanted) names << name;
    QSettings().setValue(key, names);
  };
  put(hiddenKey(objectName()), !chosen->isChecked());
  put(shownKey(objectName()), chosen->isChecked());
  hideEmptyColumns();
  fitWideColumn();
}

void ReportTable::saveColumns() const {
  if (restored_) QSettings().setValue(settingsKey(objectName()), view_->horizontalHeader()->saveState());
}

std::size_t ReportTable::rowCount() const { return static_cast<std::size_t>(model_->rowCount()); }

// A column of figures that is newly sorted by; # stays in order.
void ReportTable::sortLargestFirst(int column, Qt::SortOrder order) {
  const int before = std::exchange(sortedBy_, column);
  if (updating_ || column == before || column <= 0 || order == Qt::DescendingOrder) return;
  if (model_->columns()[static_cast<std::size_t>(column)].number) view_->sortByColumn(column, Qt::DescendingOrder);
}

void ReportTable::applyFilter(const QString& text) {
  updating_ = true;
  sorted_->setFilterFixedString(text);
  updating_ = false;
  showCount();
}

void ReportTable::showCount() {
  const QModelIndexList rows = view_->selectionModel()->selectedRows();
  count_->setToolTip({});
  count_->setVisible(rows.size() > 1 || !search_->text().isEmpty()); // the tab says how many there are
  if (rows.size() < 2)
    return count_->setText(search_->text().isEmpty()
                               ? tr("%1 rows").arg(model_->rowCount())
                               : tr("%1 of %2 rows").arg(sorted_->rowCount()).arg(model_->rowCount()));
  QStringList sums;
  for (int column = 0; column < model_->columnCount(); ++column) {
    const ReportModel::Column& about = model_->columns()[static_cast<std::size_t>(column)];
    if (!about.adds || view_->isColumnHidden(column)) continue;
    double sum = 0;
    bool whole = true;
    for (const QModelIndex& row : rows) {
      const QVariant value = row.siblingAtColumn(column).data(ReportModel::kSortRole);
      sum += value.toDouble();
      whole = whole && value.typeId() != QMetaType::Double;
    }
    sums << tr("%1 %2").arg(whole ? groupedText(static_cast<std::uint64_t>(sum)) : QString::number(sum, 'f', 2),
                            whole || about.name != tr("share") ? about.name : tr("% of all"));
  }
  count_->setText(tr("%1 rows: %2").arg(rows.size()).arg(sums.join(QStringLiteral(", "))));
  count_->setToolTip(count_->text()); // where it has no room
}

void ReportTable::takeRowSelection() {
  showCount();
  if (updating_) return;
  const QModelIndexList rows = view_->selectionModel()->selectedRows();
  updating_ = true;
  if (rows.size() == 1)
    model_->select(selection_, sorted_->mapToSource(rows.first()).row());
  else if (rows.isEmpty())
    selection_.clear();
  updating_ = false;
}

void ReportTable::showSelection() {
  if (updating_ || model_->report() == nullptr) return;
  updating_ = true;
  QItemSelection rows;
  for (int row = 0; !selection_.empty() && row < sorted_->rowCount(); ++row)
    if (model_->isSelected(selection_, sorted_->mapToSource(sorted_->index(row, 0)).row()))
      rows.select(sorted_->index(row, 0), sorted_->index(row, model_->columnCount() - 1));
  view_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
  if (!rows.isEmpty()) view_->scrollTo(rows.first().topLeft());
  updating_ = false;
  showCount();
}

QString ReportTable::text(bool csv) const {
  const QHeaderView& header = *view_->horizontalHeader();
  QList<int> columns;
  for (int position = 0; position < header.count(); ++position)
    if (const int column = header.logicalIndex(position); !view_->isColumnHidden(column)) columns << column;
  const auto field = [csv](const QVariant& value) {
    return csv ? QString::fromStdString(csvField(value.toString().toStdString())) : value.toString();
  };
  const auto line = [&](auto cell) {
    QStringList fields;
    for (const int column : columns) fields << field(cell(column));
    return fields.join(QLatin1Char(csv ? ',' : '\t')) + QLatin1Char('\n');
  };
  QString all = line([&](int column) { return model_->headerData(column, Qt::Horizontal, Qt::DisplayRole); });
  const bool some = view_->selectionModel()->hasSelection();
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    if (some && !view_->selectionModel()->isRowSelected(row)) continue;
    // Numbers for machines are without separators.
    all += line([&](int column) {
      const QModelIndex index = sorted_->index(row, column);
      const QVariant value = index.data(ReportModel::kSortRole);
      const bool number = csv && (value.typeId() == QMetaType::ULongLong || value.typeId() == QMetaType::Double);
      if (!number || index.data().toString().isEmpty()) return index.data();
      constexpr int kPlaces = 6; // as many as a figure has a meaning
      return value.typeId() == QMetaType::Double ? QVariant(QString::number(value.toDouble(), 'g', kPlaces)) : value;
    });
  }
  return all;
}

void ReportTable::copy(bool csv) const { QApplication::clipboard()->setText(text(csv)); }

} // namespace arenascope::ui
