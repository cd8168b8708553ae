// Where the steps of an inference lie on the axis of time: one column each, or as wide as their cycles.
#pragma once

#include <vector>

#include "core/report/report.h"
#include "ui/charts/arena_layout.h"

namespace arenascope::ui {

enum class TimeAxis { kOperators, kCycles };

// Step 0 is when inputs are filled, the others are those of profile::OperatorInfo::time. Positions are columns, or
// cycles from the start of the inference on.
class TimeScale {
public:
  TimeScale() = default;
  // widths: of each step; none is negative.
  explicit TimeScale(const std::vector<double>& widths);
  // Columns where cycles are wanted and not known.
  TimeScale(const report::Report& report, TimeAxis axis);

  TimeAxis axis() const { return axis_; }
  std::size_t steps() const { return starts_.size() - 1; }
  AxisRange range() const { return {starts_.front(), starts_.back()}; }
  // The position of a step's start, or of a place inside it; steps outside are cut to the range.
  double positionOf(double step) const;
  // The step at a position: the whole part is its number, the rest how far it has got.
  double stepAt(double position) const;

private:
  std::vector<double> starts_ = {0.0, 1.0};
  TimeAxis axis_ = TimeAxis::kOperators;
};

// Cycles spent in each step itself, without what runs inside it.
std::vector<std::uint64_t> cyclesByStep(const report::Report& report);

} // namespace arenascope::ui
