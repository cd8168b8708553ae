// What a picture of the arena shows, in units of its axes: what the window paints, and what the web page draws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/buffer_info.h"

namespace arenascope::report {

// Planned buffers over the operators, under the persistent section.
struct InferenceScene {
  std::vector<int> rowOfStep;          // rowsByStep()
  int peak = -1;                       // Report::peakOperator()
  std::string caption;                 // headCaption()
  std::vector<char> inPeak;            // by buffer: of the set that makes the peak, or ends where the head ends
  std::vector<std::size_t> paintOrder; // of the buffers: from the top of the picture down, accelerators' memory first
  struct Lost {
    PlannerStep time{};
    ByteRange bytes;
  };
  std::vector<Lost> lost;                // to placement, where the head's end is touched
  std::optional<std::uint64_t> capacity; // bytes that the report's board has for an arena, where that is too little
};
InferenceScene inferenceScene(const Report& report);

// A range of Report::allocations, [first, end), in one phase of the interpreter's construction.
struct PhaseSpan {
  std::string name;
  std::size_t first = 0;
  std::size_t end = 0;
};
std::vector<PhaseSpan> phaseSpans(const Report& report);

} // namespace arenascope::report
