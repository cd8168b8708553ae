// Versions of a model with a smaller arena, each as a point: bytes of arena upwards, what inference costs more to the
// right. Nothing beats a point in both.
#pragma once

#include <memory>
#include <optional>

#include "core/optimization/shrink_report.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/picture_export.h"

namespace arenascope::ui {

using ShrinkPointer = std::shared_ptr<const optimization::ShrinkReport>;

// Positions are those of the report's points.
struct ParetoMarks {
  std::optional<std::size_t> selected;
  std::optional<std::size_t> hovered;
  std::optional<std::uint64_t> budget; // bytes of arena
};

class ParetoChart {
public:
  explicit ParetoChart(ShrinkPointer report);

  std::size_t count() const { return report_->points.size(); }
  // The axis of time is that of growth, in percent.
  ArenaLayout layoutFor(const QSizeF& size, std::optional<std::uint64_t> budget) const;
  QPointF centreOf(std::size_t point, const ArenaLayout& layout) const;
  // The one whose centre is next, if it is near.
  std::optional<std::size_t> pointAt(const QPointF& position, const ArenaLayout& layout) const;
  void paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const ParetoMarks& marks) const;

private:
  QColor colourOf(std::size_t point, const Theme& theme) const;
  void drawGrowthAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void drawSteps(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void drawPoints(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const ParetoMarks& marks) const;
  void drawNeeds(QPainter& painter, std::size_t point, const ArenaLayout& layout, const Theme& theme) const;

  ShrinkPointer report_;
  std::vector<QString> kinds_;      // of means, in the order in which they first occur
  std::vector<std::size_t> kindOf_; // of each point, in kinds_
};

// With the chosen point selected, and the budget.
PaintPicture paretoPainter(const ShrinkPointer& report);
// "Smaller arenas for model.tflite"
QString paretoTitle(const optimization::ShrinkReport& report);

} // namespace arenascope::ui
