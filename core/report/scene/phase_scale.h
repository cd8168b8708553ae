// Widths of the phases of the interpreter's set-up in a chart: preparing operators is nearly all allocations, while
// those before and after are the interesting ones.
#pragma once

#include <cstddef>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Maps allocation numbers to positions from 0 to length() and back; linear within a phase.
class PhaseScale {
public:
  explicit PhaseScale(const Report& report);

  double length() const { return pieces_.back().end; }
  double positionOf(double event) const;
  double eventAt(double position) const;

private:
  // Events [first, last) end at position `end`.
  struct Piece {
    double first = 0.0;
    double last = 0.0;
    double begin = 0.0;
    double end = 0.0;
  };
  std::vector<Piece> pieces_;
};

} // namespace arenascope::report
