// Where a model meets a kernel that breaks its promise: the arena may be exact and still be overrun.
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
  OperatorId op{-1};        // -1: several, which the text names
  std::string name = {};    // of the operator
  ScratchUse scratch = {};  // zeros where that is not the fault, or the bytes are not known
  std::string text = {};    // a sentence: what happens, with which versions, and what to use instead
  std::string instead = {}; // "use esp-nn 1.4.0"
};

// In order of operators; empty for kernels of an image or of an added library, which are not known.
std::vector<Hazard> hazardsOf(const Report& report);
// The texts: with many alike, the first few and how many there are.
std::vector<std::string> hazardLines(const Report& report);

} // namespace arenascope::report
