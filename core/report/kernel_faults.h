// What real kernels get wrong without a word, so that a device's outputs are of no use though the arena is right.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// A sentence or two for each kind of fault, naming the operators; empty where the kernels are an image's or a
// library's.
std::vector<std::string> kernelFaults(const Report& report);

} // namespace arenascope::report
