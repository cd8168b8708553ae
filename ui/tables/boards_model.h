// A model on every board, as a table: time, and what is left of RAM and flash.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "core/report/board_fit.h"

namespace arenascope::ui {

struct BoardRow {
  hardware::Board board;
  std::optional<report::BoardFit> fit;
  QString problem; // why there is no fit
};

class BoardsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { kBoard, kCore, kClock, kTime, kRate, kRam, kFlash, kColumnCount };
  // Numbers to sort by.
  static constexpr int kSortRole = Qt::UserRole + 3;
  // The board's name, as on the command line.
  static constexpr int kNameRole = Qt::UserRole + 4;

  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<BoardRow> rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  std::vector<BoardRow> rows_;
};

} // namespace arenascope::ui
