// The widget of the allocation view: all events; one of them is looked at, shared with the other views.
#pragma once

#include <optional>

#include "ui/charts/allocation_chart.h"
#include "ui/state/selection.h"
#include "ui/views/arena_view.h"
#include "ui/views/selection_card.h"

namespace arenascope::ui {

class AllocationView : public ArenaView {
  Q_OBJECT

public:
  explicit AllocationView(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // The event that is looked at: the selected one, or the one that needs most.
  int currentEvent() const;
  void paintPicture(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const override;

signals:
  void graphWanted(); // with what is selected
  void noteWanted();  // on what is selected
  void whatIfWanted();

protected:
  double timeAxisHeight() const override { return picture_ ? picture_->axisHeight() : axisHeight(); }
  QString describeAt(double time, double bytes) const override;
  void clicked(double time, double bytes) override;
  void stepSelection(int direction) override;

private:
  void placeCard();

  Selection& selection_;
  SelectionCard* card_;
  ReportPointer report_;
  std::optional<AllocationChart> picture_;
};

} // namespace arenascope::ui
