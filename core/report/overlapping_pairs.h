// Outputs that lie over inputs in a report: by a plan that the model brings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/report/report.h"
#include "core/run/safe_distance.h"

namespace arenascope::report {

// A buffer of the report that is the tensor of that number of the main graph; the number of buffers: none.
std::size_t bufferOf(const std::vector<PlannedBuffer>& buffers, TensorId tensor);

// An operator's input and output that share bytes where they lie.
struct OverlappingPair {
  std::string op; // its place: "3"
  std::string operatorName;
  run::SafeDistance measured; // what it is allowed by
  std::string input;          // names
  std::string output;
  std::int64_t distance = 0; // the output's offset less the input's
  std::uint64_t sharedBytes = 0;

  // Whether the operator has read what it overwrites, as was measured.
  bool isSafe() const { return !measured.dependsOnData && (distance <= measured.below || distance >= measured.above); }
};
// Of the distances measured, those whose tensors do; not where one lies in its place in the other
// (core/model/graph/views.h).
std::vector<OverlappingPair> overlapsIn(const Report& report, const std::vector<run::SafeDistance>& distances);

// "operator 3 (CONV_2D): b lies over 1,024 bytes of a"
std::string describe(const OverlappingPair& pair);

} // namespace arenascope::report
