// Evidence for the memory of a kernel library. Only esp-nn needs it: its scratch buffers differ from version to
// version.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct KernelEvidence {
  std::string claim = "Exact";    // of the arena: "Upper bound"
  std::string kind;               // "proven", "read in its source", "upper bound", "assumed"; empty: another library
  std::string text;               // a sentence or two
  std::vector<std::string> newer; // versions, the oldest first
};

KernelEvidence kernelEvidence(const Report& report);

} // namespace arenascope::report
