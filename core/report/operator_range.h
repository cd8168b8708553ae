// Totals over a range of operators marked by the user.
#pragma once

#include <cstdint>
#include <string>

#include "core/report/report.h"

namespace arenascope::report {

struct OperatorRange {
  std::size_t operators = 0;
  std::uint64_t cycles = 0; // 0 if the report has none
  double percent = 0;       // share of the inference's cycles
  std::uint64_t macs = 0;
  std::uint64_t mostLive = 0;  // bytes of the head in use, maximum over the operators
  std::uint64_t leastFree = 0; // bytes of the minimum arena not in use then
  std::uint64_t weights = 0;   // bytes read from flash
};

// Rows of Report::operators, both included; the report needs an arena.
OperatorRange rangeOf(const Report& report, std::size_t firstRow, std::size_t lastRow);
// "operators 3 to 7: 1,234,567 cycles (12.3 %), at most 16,000 bytes in use, at least 4,000 free"
std::string describe(const Report& report, std::size_t firstRow, std::size_t lastRow);

} // namespace arenascope::report
