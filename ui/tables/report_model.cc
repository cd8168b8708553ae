#include "ui/tables/report_model.h"

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

void ReportModel::setReport(const ReportPointer& report) {
  beginResetModel();
  report_ = report;
  load();
  endResetModel();
}

int ReportModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || report_ == nullptr ? 0 : rows();
}

int ReportModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ReportModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || report_ == nullptr) return {};
  switch (role) {
  case Qt::DisplayRole: return cell(index.row(), index.column()).text;
  case kSortRole: return cell(index.row(), index.column()).value;
  case Qt::ToolTipRole: return toolTip(index.row());
  case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
  default: return role > kSortRole ? look(index.row(), index.column(), role) : QVariant();
  }
}

QVariant ReportModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const Column& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.name;
  if (role == kTitleRole)
    return column.title.isEmpty() ? column.name.left(1).toUpper() + column.name.mid(1) : column.title;
  if (role == Qt::ToolTipRole) return column.help;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((column.number && section > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

ReportModel::Cell ReportModel::number(std::uint64_t value) {
  return {groupedText(value), QVariant::fromValue<qulonglong>(value)};
}

ReportModel::Cell ReportModel::words(const std::string& text) {
  const QString shown = QString::fromStdString(text);
  return {shown, shown};
}

} // namespace arenascope::ui
