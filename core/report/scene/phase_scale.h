// How wide the phases of the interpreter's construction are drawn: preparing operators is nearly all of the
// allocations, and what happens before and after it is what people look for.
#pragma once

#include <cstddef>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// From allocations, by their number, to positions from 0 to length() and back; straight within a phase.
class PhaseScale {
public:
  explicit PhaseScale(const Report& report);

  double length() const { return pieces_.back().end; }
  double positionOf(double event) const;
  double eventAt(double position) const;

private:
  // From events [first, last) to positions up to `end`.
  struct Piece {
    double first = 0.0;
    double last = 0.0;
    double begin = 0.0;
    double end = 0.0;
  };
  std::vector<Piece> pieces_;
};

} // namespace arenascope::report
