// The table of operators, sortable, with the selection that all views share.
#pragma once

#include <QTableView>

#include "ui/operator_model.h"
#include "ui/selection.h"

class QSortFilterProxyModel;

namespace arenascope::ui {

class OperatorTable : public QTableView {
  Q_OBJECT

public:
  OperatorTable(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);

private:
  void takeRowSelection();
  void showSelection();

  Selection& selection_;
  ReportPointer report_;
  OperatorModel* model_;
  QSortFilterProxyModel* sorted_;
  bool updating_ = false;
};

} // namespace arenascope::ui
