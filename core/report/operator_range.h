// A range of operators that somebody marked, summed up.
#pragma once

#include <cstdint>
#include <string>

#include "core/report/report.h"

namespace arenascope::report {

struct OperatorRange {
  std::size_t operators = 0;
  std::uint64_t cycles = 0; // 0 where the report has none
  double percent = 0;       // of those of the inference
  std::uint64_t macs = 0;
  std::uint64_t mostLive = 0;  // bytes of the head, at the fullest of them
  std::uint64_t leastFree = 0; // bytes of the minimum arena that are not in use then
  std::uint64_t weights = 0;   // bytes in flash that they read
};

// Rows of Report::operators, both within; of a report with an arena.
OperatorRange rangeOf(const Report& report, std::size_t firstRow, std::size_t lastRow);
// "operators 3 to 7: 1,234,567 cycles (12.3 %), at most 16,000 bytes in use, at least 4,000 free"
std::string describe(const Report& report, std::size_t firstRow, std::size_t lastRow);

} // namespace arenascope::report
