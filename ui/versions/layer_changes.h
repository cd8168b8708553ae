// Layers of two versions of a model in a table: bytes in use and cycles, or another number of a layer, before and
// after. A layer's strips are summed.
#pragma once

#include <QAbstractTableModel>

#include "core/report/comparison.h"
#include "ui/tables/cell_delegate.h"

namespace arenascope::ui {

class LayerChangesModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { kPlace, kLayer, kHow, kBytes, kBytesAfter, kBars, kCycles, kCyclesAfter, kChange, kColumnCount };
  static constexpr int kOperatorRole = Qt::UserRole + 1; // row of the first report's operators; -1: it has none
  static constexpr int kSortRole = Qt::UserRole + 2;
  static constexpr int kBarsRole = Qt::UserRole + 3; // two shares, before and after

  using QAbstractTableModel::QAbstractTableModel;

  // The last report against the first; changed: the layers that differ, otherwise those that do not. nullptr: none.
  // measure: in the place of cycles, with its title.
  void setComparison(const report::Comparison* comparison, bool changed, const report::OperatorColumn& measure,
                     const QString& title);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  struct Row {
    QString place; // "3"; "new"
    QString name;
    QString how; // "in 4 strips"
    int op = -1;
    bool isNew = false;
    bool isGone = false;
    std::optional<std::uint64_t> bytes, bytesAfter, cycles, cyclesAfter;
  };
  static QString changeText(const Row& row);
  static QVariant sortValue(const Row& row, int column);

  std::vector<Row> rows_;
  std::uint64_t mostBytes_ = 1;
  QString measure_;
};

// As in the window's other tables, with bars before and after.
class LayerChangesDelegate : public CellDelegate {
public:
  using CellDelegate::CellDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace arenascope::ui
