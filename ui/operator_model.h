// The operators of a report as a table.
#pragma once

#include <QAbstractTableModel>

#include "ui/report_pointer.h"

namespace arenascope::ui {

class OperatorModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { kIndex, kName, kLiveBytes, kCycles, kTime, kShare, kInstructions, kMacs, kWeights, kColumnCount };
  // Numbers to sort by.
  static constexpr int kSortRole = Qt::UserRole + 1;

  using QAbstractTableModel::QAbstractTableModel;

  void setReport(const ReportPointer& report);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  QString text(const profile::OperatorReport& op, Column column) const;
  double number(const profile::OperatorReport& op, Column column) const;
  QString toolTip(const profile::OperatorReport& op) const;

  ReportPointer report_;
};

} // namespace arenascope::ui
