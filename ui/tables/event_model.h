// Every allocation, in order.
#pragma once

#include "ui/tables/report_model.h"

namespace arenascope::ui {

class EventModel : public ReportModel {
  Q_OBJECT

public:
  enum Column { kIndex, kSection, kWhat, kWhen, kBytes, kAlignment, kOffset, kNeed, kColumnCount };

  explicit EventModel(QObject* parent = nullptr);

  void select(Selection& selection, int row) const override { selection.selectEvent(row); }
  // An event itself, and those of the selected operator.
  bool isSelected(const Selection& selection, int row) const override;

protected:
  int rows() const override { return static_cast<int>(report()->allocations.size()); }
  Cell cell(int row, int column) const override;
};

} // namespace arenascope::ui
