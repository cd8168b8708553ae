// The allocation view: head, temporary and tail sections, allocation by allocation, until the model is ready.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/report/scene/phase_scale.h"
#include "core/report/scene/tail_scene.h"
#include "ui/charts/arena_layout.h"
#include "ui/charts/theme.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

class AllocationChart {
public:
  explicit AllocationChart(ReportPointer report);

  // Event i fills [i, i + 1) on the scale.
  AxisRange timeRange() const { return {0.0, scale_.length()}; }
  const report::PhaseScale& scale() const { return scale_; }
  AxisRange bytesRange() const;
  // In pixels, below the plot.
  double axisHeight() const;

  // current: the event that is looked at, or -1. arenaLine: an arena of that size in bytes, where one is asked about.
  void paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme, int current,
             std::optional<double> arenaLine) const;
  QString describe(double time) const;

  // A run of events of one phase, on the scale.
  struct PhaseSpan {
    AxisRange time;
    QString name;
  };
  const std::vector<PhaseSpan>& phases() const { return phases_; }

private:
  // Each layer's data at its offset, coloured while that layer is set up.
  void paintTail(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintTailLabels(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintLegend(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintSections(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintPhases(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintPeak(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintArenaLine(QPainter& painter, const ArenaLayout& layout, const Theme& theme, double bytes) const;

  // On the scale.
  AxisRange timeOf(double firstEvent, double endEvent) const {
    return {scale_.positionOf(firstEvent), scale_.positionOf(endEvent)};
  }

  ReportPointer report_;
  report::PhaseScale scale_;
  report::TailScene tail_;
  std::vector<PhaseSpan> phases_;
};

// One event in words: "tail: 36 bytes (allocator objects)".
QString describeEvent(const report::Report& report, std::size_t event);

} // namespace arenascope::ui
