// A model in arenas of many sizes at every misalignment: what ours did when it was run there, and what TFLM does.
#pragma once

#include <string>
#include <vector>

#include "core/diagnosis/tflm_replay.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

struct SweepCell {
  ArenaPlace place;
  bool allocated = false;                       // our interpreter, run there
  bool invoked = false;                         // and an inference, where one was asked for
  std::optional<std::uint64_t> guardedAccesses; // of kernels to the arena: watched, and all of them their own
  std::string message;                          // of ours, where it failed
  ArenaOutcome tflm;
};

struct Sweep {
  report::Report report; // of the model with room to spare
  std::vector<std::uint64_t> sizes;
  std::vector<SweepCell> cells; // size by size, kArenaStep of each: misalignment 0 to 15
  UnalignedArena unaligned;     // what is enough wherever the array lies

  const SweepCell& at(std::size_t size, std::uint32_t misalignment) const {
    return cells[size * report::kArenaStep + misalignment];
  }
};

} // namespace arenascope::diagnosis
