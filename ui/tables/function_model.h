// Where the cycles go, by function of the firmware: all layers and the interpreter together.
#pragma once

#include "core/run/run_trace.h"
#include "ui/tables/report_model.h"

namespace arenascope::ui {

class FunctionModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kIndex, kName, kLayers, kCycles, kShare, kInstructions, kColumnCount };

  explicit FunctionModel(QObject* parent = nullptr);

  // The layer that spends most cycles in it.
  void select(Selection& selection, int row) const override;
  // The functions of the selected layer.
  bool isSelected(const Selection& selection, int row) const override;

protected:
  void load() override;
  int rows() const override { return static_cast<int>(functions_.size()); }
  Cell cell(int row, int column) const override;
  QVariant look(int row, int column, int role) const override;

private:
  struct Function {
    run::FunctionCost cost; // in all layers
    int layers = 0;         // that call it
    int most = -1;          // row of Report::operators with most cycles in it; -1: the interpreter's own
  };

  std::vector<Function> functions_; // most cycles first
};

} // namespace arenascope::ui
