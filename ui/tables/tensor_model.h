// All tensors of a model and the scratch buffers of its kernels: what each is, where it lies, and how long.
#pragma once

#include "ui/tables/report_model.h"

namespace arenascope::ui {

class TensorModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kIndex, kName, kType, kShape, kKind, kMemory, kBytes, kOffset, kFirst, kLast, kColumnCount };

  explicit TensorModel(QObject* parent = nullptr);

  void select(Selection& selection, int row) const override;
  // A tensor itself, those of the selected operator, and what shares the selected bytes.
  bool isSelected(const Selection& selection, int row) const override;

protected:
  void load() override;
  int rows() const override { return static_cast<int>(rows_.size()); }
  Cell cell(int row, int column) const override;

private:
  struct Row {
    std::int32_t subgraph = -1; // -1: a scratch buffer
    TensorId tensor{};
    int number = -1; // across all subgraphs
    int buffer = -1; // position in Report::buffers
  };

  Cell placeCell(const Row& row, int column) const;
  QString kindOf(const Row& row) const;
  bool belongsTo(const Row& row, const report::OperatorReport& op) const;

  std::vector<Row> rows_;
  std::vector<int> steps_; // rowsByStep()
};

} // namespace arenascope::ui
