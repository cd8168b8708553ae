// The operators of a report, in order of execution.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/report/operator_columns.h"
#include "ui/tables/report_model.h"

namespace arenascope::ui {

class OperatorModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kIndex, kName, kWrites, kShape, kFirstNumber }; // then those of report::operatorColumns()
  // Place of one of those, by its name.
  static int columnOf(std::string_view name);

  explicit OperatorModel(QObject* parent = nullptr);

  void select(Selection& selection, int row) const override { selection.selectOperator(row); }
  // An operator itself, and those during which the selected buffer is in use.
  bool isSelected(const Selection& selection, int row) const override;
  bool isEmptyColumn(int column) const override;

protected:
  int rows() const override { return static_cast<int>(report()->operators.size()); }
  Cell cell(int row, int column) const override;
  QString toolTip(int row) const override;
  QVariant look(int row, int column, int role) const override;
  void load() override;

private:
  std::vector<std::string> names_; // of the layers, by row
  std::uint64_t mostBytes_ = 0;
  std::uint64_t mostCycles_ = 0;
};

} // namespace arenascope::ui
