// Known kernel faults that a model triggers: an arena of the exact size may still be overrun.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/report/known_faults.h"
#include "core/report/report.h"

namespace arenascope::report {

struct Hazard {
  FaultKind kind = FaultKind::kWrongOutputs;
  std::string library = {};  // "esp-nn"
  std::string versions = {}; // "1.2.1 to 1.3.2"
  SubgraphId subgraph{0};
  OperatorId op{-1};        // -1: several, named in the text
  std::string name = {};    // of the operator
  ScratchUse scratch = {};  // zeros if the fault is another one, or the bytes are unknown
  std::string text = {};    // a sentence: what happens, with which versions, and what to use instead
  std::string instead = {}; // "use esp-nn 1.4.0"
};

// In order of operators; empty for kernels of an image or an added library, whose faults are unknown.
std::vector<Hazard> hazardsOf(const Report& report);
// The texts; of many alike, the first few and the number of the others.
std::vector<std::string> hazardLines(const Report& report);

} // namespace arenascope::report
