// The operators of a report, in order of execution.
#pragma once

#include "ui/tables/report_model.h"

namespace arenascope::ui {

class OperatorModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kIndex, kName, kLiveBytes, kCycles, kTime, kShare, kInstructions, kMacs, kWeights, kColumnCount };

  explicit OperatorModel(QObject* parent = nullptr);

  void select(Selection& selection, int row) const override { selection.selectOperator(row); }
  // An operator itself, and those during which the selected buffer is in use.
  bool isSelected(const Selection& selection, int row) const override;
  bool isEmptyColumn(int column) const override;

protected:
  int rows() const override { return static_cast<int>(report()->operators.size()); }
  Cell cell(int row, int column) const override;
  QString toolTip(int row) const override;

private:
  Cell costCell(const report::OperatorReport& op, int column) const;
};

} // namespace arenascope::ui
