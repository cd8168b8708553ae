// From the allocations of one run with room to spare: how large an arena must be, and what makes it so large.
#pragma once

#include <cstdint>
#include <vector>

#include "core/interpreter/tflm/arena_rules.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

// The interpreter rounds all sizes of arenas and planned buffers to this.
inline constexpr std::uint64_t kArenaStep = tflm::kBufferAlignment;

// The arena after one event. Offsets in bytes: head and temp from the start, tail from the end.
struct ArenaSnapshot {
  std::uint64_t head = 0; // size of the head section
  std::uint64_t temp = 0; // end of the temporary section; not below head
  std::uint64_t tail = 0; // size of the persistent section
  std::uint64_t need = 0; // the smallest arena in which this step still fits
};

struct ArenaAnalysis {
  std::vector<ArenaSnapshot> snapshots; // one for each entry of RunTrace::allocations
  std::size_t peak = 0;                 // the step that needs most
  std::uint64_t minimum = 0;            // its need, rounded up to kArenaStep
  std::uint64_t tempPeak = 0;           // largest extent of the temporary section above the head, without the planner's
};

ArenaAnalysis analyzeArena(const run::RunTrace& trace);

// Bytes of a moment's need that are there only because the interpreter rounds the tail up to whole steps.
std::uint64_t roundingIn(const trace::Event& event, const ArenaSnapshot& snapshot);

// Working memory that a run's planner needs for so many buffers: none with the linear planner, which the size of its
// object tells.
std::uint64_t plannerWorkspace(const std::vector<trace::Event>& allocations, std::size_t buffers);

// An arena with room for anything, in which events happen one after the other. Offsets follow from sizes and
// alignments, so that events of one arena can be put together to another.
class UnboundedArena {
public:
  UnboundedArena() = default;
  // The same between two addresses, whose alignment counts.
  UnboundedArena(std::int64_t start, std::int64_t end) : sections_(start, end) {}

  // What the arena is like after one more event. workspace: plannerWorkspace().
  const ArenaSnapshot& after(const trace::Event& event, std::uint64_t workspace);
  const ArenaSnapshot& now() const { return snapshot_; }

private:
  static constexpr std::int64_t kEnd = std::int64_t{1} << 48; // of every alignment

  tflm::ArenaSections<std::int64_t> sections_{0, kEnd};
  ArenaSnapshot snapshot_;
};

constexpr std::uint64_t roundUpToStep(std::uint64_t bytes) { return tflm::roundedUp(bytes, kArenaStep); }

} // namespace arenascope::report
