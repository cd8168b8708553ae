// The allocation lens: head, temporary and tail sections, allocation by allocation, until the model is ready.
#pragma once

#include <QString>
#include <vector>

#include "ui/lens_layout.h"
#include "ui/report_pointer.h"
#include "ui/theme.h"

class QPainter;

namespace arenascope::ui {

class AllocationPicture {
public:
  explicit AllocationPicture(ReportPointer report);

  // Event i fills [i, i + 1).
  AxisRange timeRange() const;
  AxisRange bytesRange() const;

  void paint(QPainter& painter, const LensLayout& layout, const Theme& theme) const;
  QString describe(double time, double bytes) const;

  // A run of events of one phase.
  struct PhaseSpan {
    AxisRange events;
    QString name;
  };
  const std::vector<PhaseSpan>& phases() const { return phases_; }

private:
  void paintSections(QPainter& painter, const LensLayout& layout, const Theme& theme) const;
  void paintPhases(QPainter& painter, const LensLayout& layout, const Theme& theme) const;
  void paintPeak(QPainter& painter, const LensLayout& layout, const Theme& theme) const;

  ReportPointer report_;
  std::vector<PhaseSpan> phases_;
};

} // namespace arenascope::ui
