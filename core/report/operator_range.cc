#include "core/report/operator_range.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"

namespace arenascope::report {

OperatorRange rangeOf(const Report& report, std::size_t firstRow, std::size_t lastRow) {
  OperatorRange stretch;
  for (std::size_t row = firstRow; row <= lastRow; ++row) {
    const OperatorReport& op = report.operators[row];
    ++stretch.operators;
    stretch.cycles += op.cost.cycles;
    stretch.macs += op.macs;
    stretch.weights += op.weightBytes;
    stretch.mostLive = std::max(stretch.mostLive, op.liveBytes);
  }
  if (report.cost) stretch.percent = report.cost->percent(stretch.cycles);
  stretch.leastFree = report.arena->minimum - report.arena->tail - stretch.mostLive;
  return stretch;
}

std::string describe(const Report& report, std::size_t firstRow, std::size_t lastRow) {
  const OperatorRange stretch = rangeOf(report, firstRow, lastRow);
  const std::string which = firstRow == lastRow
                                ? "operator " + operatorPlace(report.operators[firstRow])
                                : fmt::format("operators {} to {}", operatorPlace(report.operators[firstRow]),
                                              operatorPlace(report.operators[lastRow]));
  return fmt::format("{}: {}at most {} bytes in use, at least {} free", which,
                     report.cost ? fmt::format("{} cycles ({:.1f} %), ", grouped(stretch.cycles), stretch.percent) : "",
                     grouped(stretch.mostLive), grouped(stretch.leastFree));
}

} // namespace arenascope::report
