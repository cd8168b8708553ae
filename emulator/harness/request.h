// The host's request to the harness, written before the start to the symbol arenascope_request.
#pragma once

#include <stdint.h>

namespace arenascope::harness {

constexpr uint32_t kMostOperators = 192; // capacity for rows of core/interpreter/ops/operators.def

struct Request {
  uint32_t model; // address of the model
  uint32_t arena; // address and size of the interpreter's arena
  uint32_t arenaBytes;
  uint32_t resourceVariables;        // number of variables, in the same arena
  uint32_t linearPlanner;            // preserve_all_tensors
  int32_t registering;               // written by the harness: the current row, -1 when all are registered
  uint8_t operators[kMostOperators]; // by row: 1 if the model needs it; the harness writes 2 if the headers lack it
};

} // namespace arenascope::harness
