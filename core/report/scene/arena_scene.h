// Contents of a chart of the arena, in units of its axes: for the window's painters and the web page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/buffer_info.h"

namespace arenascope::report {

// Planned buffers by operator, with the persistent section above.
struct InferenceScene {
  std::vector<int> rowOfStep; // rowsByStep()
  int peak = -1;              // Report::peakOperator()
  std::string caption;        // headCaption()
  std::string headTitle;      // "Head 55,296"; empty where no operator runs
  std::string headDetail;     // "all in use at layer 2"
  std::vector<char> inPeak;   // by buffer: in the peak set, or at the end of the head
  std::vector<std::size_t>
      paintOrder; // order of drawing the buffers: from the top of the chart down, accelerators' memory first
  struct Lost {
    PlannerStep time{};
    ByteRange bytes;
  };
  std::vector<Lost> lost;                // to placement, where the head has its end
  std::optional<std::uint64_t> capacity; // bytes that the report's board has for an arena, if that is too little
};
InferenceScene inferenceScene(const Report& report);

// A range of Report::allocations, [first, end), in one phase of the interpreter's set-up.
struct PhaseSpan {
  std::string name;
  std::size_t first = 0;
  std::size_t end = 0;
};
std::vector<PhaseSpan> phaseSpans(const Report& report);

} // namespace arenascope::report
