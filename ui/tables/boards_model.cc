#include "ui/tables/boards_model.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "ui/tables/cell_delegate.h"

namespace arenascope::ui {

using report::BoardFit;

namespace {

QString leftText(std::int64_t left) {
  const QString bytes = QString::fromStdString(humanBytes(static_cast<std::uint64_t>(std::abs(left))));
  return left < 0 ? QObject::tr("%1 missing").arg(bytes) : QObject::tr("%1 left").arg(bytes);
}

QString ramText(const BoardFit& fit) {
  if (fit.ramLeft < 0) return leftText(fit.ramLeft);
  if (!fit.fitsRam())
    return QObject::tr("largest block is %1").arg(QString::fromStdString(humanBytes(fit.arenaCapacity)));
  return leftText(fit.freeBytes());
}

QString unknownText() { return QStringLiteral("\u2013"); }

QString cellText(const BoardRow& row, int column) {
  switch (column) {
  case BoardsModel::kBoard: return QString::fromStdString(row.board.title);
  case BoardsModel::kCore: return QString::fromStdString(row.board.core);
  case BoardsModel::kClock: return QString::number(row.board.clockMhz);
  default: break;
  }
  if (!row.fit) return unknownText();
  switch (column) {
  case BoardsModel::kTime:
    return row.fit->milliseconds ? QString::fromStdString(threeDigits(*row.fit->milliseconds)) : unknownText();
  case BoardsModel::kRate:
    return row.fit->milliseconds ? QString::fromStdString(threeDigits(row.fit->framesPerSecond())) : unknownText();
  case BoardsModel::kRam: return ramText(*row.fit);
  case BoardsModel::kFlash: return row.fit->flashKnown ? leftText(row.fit->flashLeft) : QString();
  default: return {};
  }
}

QVariant sortValue(const BoardRow& row, int column) {
  switch (column) {
  case BoardsModel::kClock: return row.board.clockMhz;
  case BoardsModel::kTime: return row.fit && row.fit->milliseconds ? *row.fit->milliseconds : 1e12;
  case BoardsModel::kRate: return row.fit ? row.fit->framesPerSecond() : 0.0;
  case BoardsModel::kRam: return row.fit ? static_cast<qlonglong>(std::min(row.fit->ramLeft, row.fit->freeBytes())) : 0;
  case BoardsModel::kFlash: return row.fit ? static_cast<qlonglong>(row.fit->flashLeft) : 0;
  default: return cellText(row, column);
  }
}

bool isBad(const BoardRow& row, int column) {
  if (!row.fit) return false;
  return (column == BoardsModel::kRam && !row.fit->fitsRam()) ||
         (column == BoardsModel::kFlash && !row.fit->fitsFlash());
}

// How much of a memory is taken, platform included.
QVariant taken(std::int64_t left, std::uint64_t all) {
  return std::clamp(1.0 - static_cast<double>(left) / static_cast<double>(all), 0.0, 1.0);
}

} // namespace

void BoardsModel::setRows(std::vector<BoardRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

int BoardsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BoardsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant BoardsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const BoardRow& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
  case Qt::DisplayRole: return cellText(row, index.column());
  case Qt::ToolTipRole:
    if (!row.problem.isEmpty()) return row.problem;
    if (index.column() == kRam && row.fit) return QString::fromStdString(describeRam(*row.fit));
    return tr("%1; of it %2 of RAM and %3 of flash are taken for %4. Double-click: run on it.")
        .arg(QString::fromStdString(row.board.title), QString::fromStdString(humanBytes(row.board.reservedRamBytes)),
             QString::fromStdString(humanBytes(row.board.reservedFlashBytes)),
             QString::fromStdString(row.board.reservedFor));
  case Qt::TextAlignmentRole:
    return static_cast<int>((index.column() <= kCore ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  case CellDelegate::kPeakRole: return isBad(row, index.column());
  case CellDelegate::kQuietRole: return index.column() == kCore || index.column() == kClock;
  case CellDelegate::kBarRole:
    if (!row.fit) return {};
    if (index.column() == kRam) return taken(row.fit->ramLeft, row.board.ramBytes());
    if (index.column() == kFlash && row.fit->flashKnown) return taken(row.fit->flashLeft, row.board.flashBytes);
    return {};
  case kSortRole: return sortValue(row, index.column());
  case kNameRole: return QString::fromStdString(row.board.name);
  default: return {};
  }
}

QVariant BoardsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static const char* const kNames[] = {"Board", "Core", "MHz", "ms", "Frames/s", "RAM", "Flash"};
  static const char* const kHelp[] = {
      "",
      "",
      "clock of the processor",
      "one inference, flash wait states included",
      "inferences in a second, with nothing beside them",
      "left beside the arena in its region, the largest; the bar is what is taken of all",
      "left after the platform, model, interpreter and operators; the bar is what is taken"};
  if (role == Qt::DisplayRole) return tr(kNames[section]);
  if (role == Qt::ToolTipRole) return tr(kHelp[section]);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section <= kCore ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

} // namespace arenascope::ui
