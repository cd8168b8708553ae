// A model in arenas of many sizes at every misalignment: the result of our interpreter's run, and TFLM's behaviour.
#pragma once

#include <string>
#include <vector>

#include "core/diagnosis/tflm_replay.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

struct SweepCell {
  ArenaPlace place;
  bool allocated = false;                       // our interpreter, run there
  bool invoked = false;                         // and an inference, if requested
  std::optional<std::uint64_t> guardedAccesses; // accesses of kernels to the arena; all were within their own buffers
  std::string message;                          // of our interpreter's failure
  ArenaOutcome tflm;
};

struct Sweep {
  report::Report report; // of the model in an ample arena
  std::vector<std::uint64_t> sizes;
  std::vector<SweepCell> cells; // size by size, kArenaStep of each: misalignment 0 to 15
  UnalignedArena unaligned;     // the size that is enough at any address

  const SweepCell& at(std::size_t size, std::uint32_t misalignment) const {
    return cells[size * report::kArenaStep + misalignment];
  }
};

} // namespace arenascope::diagnosis
