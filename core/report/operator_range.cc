#include "core/report/operator_range.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"

namespace arenascope::report {

OperatorRange rangeOf(const Report& report, std::size_t firstRow, std::size_t lastRow) {
  OperatorRange range;
  for (std::size_t row = firstRow; row <= lastRow; ++row) {
    const OperatorReport& op = report.operators[row];
    ++range.operators;
    range.cycles += op.cost.cycles;
    range.macs += op.macs;
    range.weights += op.weightBytes;
    range.mostLive = std::max(range.mostLive, op.liveBytes);
  }
  if (report.cost) range.percent = report.cost->percent(range.cycles);
  range.leastFree = report.arena->minimum - report.arena->tail - range.mostLive;
  return range;
}

std::string describe(const Report& report, std::size_t firstRow, std::size_t lastRow) {
  const OperatorRange range = rangeOf(report, firstRow, lastRow);
  const std::string which = firstRow == lastRow
                                ? "operator " + operatorPlace(report.operators[firstRow])
                                : fmt::format("operators {} to {}", operatorPlace(report.operators[firstRow]),
                                              operatorPlace(report.operators[lastRow]));
  return fmt::format("{}: {}at most {} in use, at least {} free", which,
                     report.cost ? fmt::format("{} ({:.1f} %), ", counted(range.cycles, "cycle"), range.percent) : "",
                     countedBytes(range.mostLive), grouped(range.leastFree));
}

} // namespace arenascope::report
