// Silent faults of real kernels, which make a device's outputs useless although the arena is right.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// A sentence or two per kind of fault, with the operators' names; empty for kernels of an image or of a library.
// Operators that run without a message and compute useless outputs.
std::vector<std::string> uselessKernels(const Report& report);
// CONV_2D operators that write beyond their data.
std::vector<std::string> overwrittenBlocks(const Report& report);
// Both.
std::vector<std::string> kernelFaults(const Report& report);

} // namespace arenascope::report
