// What the host tells the harness before it starts: arenascope_request, at an address that the symbol says.
#pragma once

#include <stdint.h>

namespace arenascope::harness {

constexpr uint32_t kMostOperators = 192; // rows of core/interpreter/ops/operators.def that there is room for

struct Request {
  uint32_t model; // address of the file
  uint32_t arena; // address and size of the interpreter's arena
  uint32_t arenaBytes;
  uint32_t resourceVariables;        // room for so many, from the same arena
  uint32_t linearPlanner;            // preserve_all_tensors
  int32_t registering;               // written by the harness: the row that it is at, -1 when all are registered
  uint8_t operators[kMostOperators]; // by row: 1 what the model needs; the harness writes 2 where the headers have none
};

} // namespace arenascope::harness
