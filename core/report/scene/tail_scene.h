// The tail as it lies in the arena: blocks of layers, each in its layer's column, and bands of the interpreter.
#pragma once

#include <string>
#include <vector>

#include "core/report/buffer_info.h"

namespace arenascope::report {

// Consecutive allocations for one layer. Bytes from the start of the smallest arena.
struct TailBlock {
  ByteRange bytes;
  int row = -1; // first row of Report::operators with this operator; -1: the interpreter's own
  // Range of Report::allocations, [first, end): its allocations, and those between them.
  std::size_t firstEvent = 0;
  std::size_t endEvent = 0;
};

// A stretch of the tail with one caption.
struct TailBand {
  ByteRange bytes;
  bool ofLayers = false;      // most of it belongs to layers
  std::size_t firstEvent = 0; // index in Report::allocations of its first
  std::string caption;        // "structs of tensors, operators and their options 3,060"
};

struct TailScene {
  std::vector<TailBlock> blocks; // from the arena's end down
  std::vector<TailBand> bands;   // likewise
};
// Empty without an arena.
TailScene tailScene(const Report& report);
// Bytes of the tail by row of Report::operators. An operator that runs in several rows has them in its first.
std::vector<std::uint64_t> tailBytesByRow(const Report& report, const TailScene& scene);

} // namespace arenascope::report
