#include "ui/versions/layer_changes.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/report/operator_columns.h"
#include "core/report/operator_family.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/type.h"

namespace arenascope::ui {

void LayerChangesModel::setComparison(const report::Comparison* comparison, bool changed,
                                      const report::OperatorColumn& measure, const QString& title) {
  beginResetModel();
  rows_.clear();
  mostBytes_ = 1;
  measure_ = title;
  const std::size_t last = comparison == nullptr ? 0 : comparison->reports.size() - 1;
  std::vector<Row> added; // behind those that were there before
  for (std::size_t i = 0; last > 0 && i < comparison->operators.size(); ++i) {
    const report::ComparedOperator& compared = comparison->operators[i];
    const std::size_t before = compared.parts.front().size();
    const std::size_t after = compared.parts[last].size();
    const auto number = [&](std::size_t report, const report::OperatorColumn& column) {
      return comparison->number(compared, report, column);
    };
    // Bytes in use change with what is in use beside a layer: that alone is no change of it.
    const report::OperatorColumn& cycles = report::operatorColumn("cycles");
    if ((before != after || number(0, cycles) != number(last, cycles)) != changed) continue;
    Row row;
    row.name = QString::fromStdString(compared.name);
    row.isNew = before == 0;
    row.isGone = after == 0;
    row.place = row.isNew ? tr("new") : QString::fromStdString(comparison->placeOf(compared));
    if (!row.isNew) row.op = compared.parts.front().front();
    if (row.isNew && after > 1)
      row.how = tr("%1 times").arg(after);
    else if (before == 1 && after > 1)
      row.how = tr("in %1 strips").arg(after);
    else if (!row.isNew)
      row.how = QString::fromStdString(comparison->changeOf(compared, last));
    row.bytes = number(0, report::operatorColumn("live_bytes"));
    row.bytesAfter = number(last, report::operatorColumn("live_bytes"));
    row.cycles = number(0, measure);
    row.cyclesAfter = number(last, measure);
    mostBytes_ = std::max({mostBytes_, row.bytes.value_or(0), row.bytesAfter.value_or(0)});
    (row.isNew ? added : rows_).push_back(std::move(row));
  }
  rows_.insert(rows_.end(), added.begin(), added.end());
  endResetModel();
}

int LayerChangesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LayerChangesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QString LayerChangesModel::changeText(const Row& row) {
  if (row.isNew) return tr("new");
  if (row.isGone) return tr("gone");
  if (!row.cycles || !row.cyclesAfter) return {};
  if (row.cycles == row.cyclesAfter) return QStringLiteral("=");
  if (*row.cycles == 0) return QStringLiteral("+") + groupedText(*row.cyclesAfter);
  const double percent = 100.0 * (static_cast<double>(*row.cyclesAfter) / static_cast<double>(*row.cycles) - 1);
  return tr("%1%2 %")
      .arg(percent < 0 ? QStringLiteral("\u2212") : QStringLiteral("+"))
      .arg(std::abs(percent), 0, 'f', 1);
}

QVariant LayerChangesModel::sortValue(const Row& row, int column) {
  const auto number = [](const std::optional<std::uint64_t>& value) {
    return value ? QVariant::fromValue<qulonglong>(*value) : QVariant();
  };
  switch (column) {
  case kPlace: return row.op;
  case kBytes: return number(row.bytes);
  case kBars:
  case kBytesAfter: return number(row.bytesAfter);
  case kCycles: return number(row.cycles);
  case kCyclesAfter: return number(row.cyclesAfter);
  case kChange:
    return static_cast<qlonglong>(row.cyclesAfter.value_or(0)) - static_cast<qlonglong>(row.cycles.value_or(0));
  default: return column == kHow ? row.how : row.name;
  }
}

QVariant LayerChangesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const auto number = [](const std::optional<std::uint64_t>& value) {
    return value ? groupedText(*value) : QStringLiteral("\u2013");
  };
  const int column = index.column();
  if (role == kOperatorRole) return row.op;
  if (role == kSortRole) return sortValue(row, column);
  if (role == CellDelegate::kFamilyRole && column == kLayer)
    return static_cast<int>(report::familyOf(row.name.toStdString()));
  if (role == kBarsRole && column == kBars)
    return QPointF(static_cast<double>(row.bytes.value_or(0)) / static_cast<double>(mostBytes_),
                   static_cast<double>(row.bytesAfter.value_or(0)) / static_cast<double>(mostBytes_));
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((column >= kBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
  case kPlace: return row.place;
  case kLayer: return row.name;
  case kHow: return row.how;
  case kBytes: return number(row.bytes);
  case kBytesAfter: return number(row.bytesAfter);
  case kCycles: return number(row.cycles);
  case kCyclesAfter: return number(row.cyclesAfter);
  case kChange: return changeText(row);
  default: return {};
  }
}

QVariant LayerChangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section >= kBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("#"), tr("Layer"), {},          tr("Bytes in use"), tr("after"),
                            {},      measure_,    tr("after"), tr("change")};
  return titles[section];
}

void LayerChangesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  CellDelegate::paint(painter, option, index);
  const QVariant bars = index.data(LayerChangesModel::kBarsRole);
  if (!bars.isValid()) return;
  constexpr int kLongest = 96; // pixels of the design
  const Theme theme = Theme::from(option.palette);
  const QPointF shares = bars.toPointF();
  QRectF cell = QRectF(option.rect).adjusted(scaled(24), 0, -scaled(16), 0);
  cell.setWidth(std::min(cell.width(), static_cast<double>(scaled(kLongest))));
  const double middle = cell.center().y();
  const auto bar = [&](double top, double share, const QColor& colour) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawRoundedRect(QRectF(cell.left(), top, cell.width() * share, scaled(4)), 2, 2);
  };
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  bar(middle - scaled(5), shares.x(), theme.family(report::Family::kOther).fill);
  bar(middle + scaled(1), shares.y(), theme.good);
  painter->restore();
}

} // namespace arenascope::ui
