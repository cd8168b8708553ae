// Who lives in a range of the head section, one after the other.
#pragma once

#include "ui/tables/report_model.h"

namespace arenascope::ui {

class HistoryModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kName, kKind, kFirst, kLast, kOffset, kBytes, kColumnCount };

  explicit HistoryModel(QObject* parent = nullptr);

  // From the next report on: everything that touches these bytes; all buffers where none are given.
  void setRange(const std::optional<report::ByteRange>& range) { range_ = range; }

  void select(Selection& selection, int row) const override;
  bool isSelected(const Selection& selection, int row) const override;

protected:
  void load() override;
  int rows() const override { return static_cast<int>(buffers_.size()); }
  Cell cell(int row, int column) const override;

private:
  std::optional<report::ByteRange> range_;
  std::vector<int> buffers_;
  std::vector<int> steps_; // rowsByStep()
};

} // namespace arenascope::ui
