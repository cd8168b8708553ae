// A placement as lines to paste into a project: a linker script's and C++.
#pragma once

#include <string>

#include "core/optimization/placement_report.h"

namespace arenascope::output {

// A fragment of SECTIONS for GNU ld, to stand before .text and .rodata: code by the names of sections that
// -ffunction-sections makes of TFLM's and CMSIS-NN's functions, data that lies in a region. Empty: nothing moves.
std::string linkerScript(const optimization::PlacementReport& report);
// Section attributes for the arena and the model, and copies of single constants after AllocateTensors(). Empty: no
// data moves.
std::string sourceLines(const optimization::PlacementReport& report);

} // namespace arenascope::output
