#include "ui/tables/comparison_model.h"

#include <algorithm>

#include "ui/charts/arena_frame.h"
#include "ui/tables/cell_delegate.h"

namespace arenascope::ui {

using report::Comparison;

std::vector<ComparisonRow> figureRows(const Comparison& comparison) {
  std::vector<ComparisonRow> rows;
  for (const report::ComparedFigure& figure : comparison.figures) {
    const bool known = std::any_of(figure.values.begin(), figure.values.end(), [](const auto& v) { return bool(v); });
    if (!known) continue;
    rows.push_back(
        {QString::fromStdString(figure.name),
         QStringLiteral("%1, %2").arg(QString::fromStdString(figure.help), QString::fromStdString(figure.unit)),
         figure.values});
  }
  return rows;
}

void ComparisonModel::setRows(const QString& nameTitle, const QStringList& titles, std::vector<ComparisonRow> rows) {
  beginResetModel();
  nameTitle_ = nameTitle;
  titles_ = titles;
  rows_ = std::move(rows);
  endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || titles_.isEmpty() ? 0 : static_cast<int>(titles_.size()) + 2;
}

const std::optional<std::uint64_t>* ComparisonModel::value(const QModelIndex& index) const {
  if (index.column() < 1 || index.column() > titles_.size()) return nullptr;
  return &rows_[static_cast<std::size_t>(index.row())].values[static_cast<std::size_t>(index.column() - 1)];
}

QString ComparisonModel::text(const QModelIndex& index) const {
  const ComparisonRow& row = rows_[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) return row.name;
  if (const auto* number = value(index); number != nullptr)
    return *number ? groupedText(**number) : QStringLiteral("\u2013");
  return QString::fromStdString(report::shortDifferenceText(row.values.front(), row.values.back()));
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ComparisonRow& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
  case Qt::DisplayRole: return text(index);
  case Qt::ToolTipRole:
    if (index.column() == columnCount() - 1)
      return QString::fromStdString(report::differenceText(row.values.front(), row.values.back()));
    return row.help;
  case Qt::TextAlignmentRole:
    return static_cast<int>((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  case CellDelegate::kBarRole: {
    const auto* number = value(index);
    if (number == nullptr || !*number) return {};
    std::uint64_t largest = 1;
    for (const auto& other : row.values) largest = std::max(largest, other.value_or(0));
    return static_cast<double>(**number) / static_cast<double>(largest);
  }
  default: return {};
  }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (section == 0) return nameTitle_;
  return section <= titles_.size() ? titles_[section - 1] : tr("difference");
}

} // namespace arenascope::ui
