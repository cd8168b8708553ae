// How far what is known of a kernel library's memory is proven: esp-nn's scratch buffers differ from version to
// version.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct KernelEvidence {
  std::string claim = "Exact";    // of the arena: "Upper bound"
  std::string kind;               // "proven", "read in its source", "upper bound", "assumed"; empty: not of esp-nn
  std::string text;               // a sentence or two
  std::vector<std::string> newer; // versions, the oldest first
};

KernelEvidence kernelEvidence(const Report& report);

} // namespace arenascope::report
