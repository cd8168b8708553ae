#include "ui/charts/time_scale.h"

#include <algorithm>
#include <numeric>

#include "core/report/buffer_info.h"

namespace arenascope::ui {

using report::OperatorReport;
using report::Report;

namespace {

// Of the whole axis, so that inputs can be seen.
constexpr double kInputShare = 0.03;

std::vector<double> cycleWidths(const Report& report) {
  const std::vector<std::uint64_t> cycles = cyclesByStep(report);
  std::vector<double> widths(cycles.begin(), cycles.end());
  widths.front() = std::accumulate(widths.begin(), widths.end(), 0.0) * kInputShare;
  return widths;
}

} // namespace

std::vector<std::uint64_t> cyclesByStep(const Report& report) {
  std::vector<std::uint64_t> cycles(report::rowsByStep(report).size(), 0);
  for (const OperatorReport& op : report.operators) {
    // Those of operators inside it are theirs.
    const std::uint64_t own = std::accumulate(
        op.functions.begin(), op.functions.end(), std::uint64_t{0},
        [](std::uint64_t sum, const run::FunctionCost& function) { return sum + function.cost.cycles; });
    if (op.time >= 0) cycles[static_cast<std::size_t>(op.time)] += own;
  }
  return cycles;
}

TimeScale::TimeScale(const std::vector<double>& widths) {
  starts_ = {0.0};
  for (const double width : widths) starts_.push_back(starts_.back() + width);
  if (starts_.size() == 1) starts_.push_back(1.0);
}

TimeScale::TimeScale(const Report& report, TimeAxis axis) {
  const bool byCycles = axis == TimeAxis::kCycles && report.cost && report.cost->kernels.cycles > 0;
  *this = TimeScale(byCycles ? cycleWidths(report) : std::vector<double>(report::rowsByStep(report).size(), 1.0));
  axis_ = byCycles ? TimeAxis::kCycles : TimeAxis::kOperators;
}

double TimeScale::positionOf(double step) const {
  const double cut = std::clamp(step, 0.0, static_cast<double>(steps()));
  const auto whole = std::min(static_cast<std::size_t>(cut), steps() - 1);
  return starts_[whole] + (cut - static_cast<double>(whole)) * (starts_[whole + 1] - starts_[whole]);
}

double TimeScale::stepAt(double position) const {
  const double cut = std::clamp(position, starts_.front(), starts_.back());
  const auto next = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, cut);
  const auto whole = static_cast<std::size_t>(next - starts_.begin()) - 1;
  const double width = starts_[whole + 1] - starts_[whole];
  return static_cast<double>(whole) + (width > 0 ? (cut - starts_[whole]) / width : 0.0);
}

} // namespace arenascope::ui
