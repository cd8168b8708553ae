// The widget of the allocation lens.
#pragma once

#include <optional>

#include "ui/allocation_picture.h"
#include "ui/lens_view.h"

namespace arenascope::ui {

class AllocationView : public LensView {
  Q_OBJECT

public:
  explicit AllocationView(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  void paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const override;

protected:
  QString tooltipAt(double time, double bytes) const override;
  void clicked(double /*time*/, double /*bytes*/) override {}
  void stepSelection(int /*direction*/) override {}

private:
  std::optional<AllocationPicture> picture_;
};

} // namespace arenascope::ui
