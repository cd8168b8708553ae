// Smallest arena from the allocations of a run with ample memory, and what determines it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/interpreter/tflm/arena_rules.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

// Sizes of arenas and planned buffers are rounded to this by the interpreter.
inline constexpr std::uint64_t kArenaStep = tflm::kBufferAlignment;

// The arena after an event. Offsets in bytes: head and temp from the start, tail from the end.
struct ArenaSnapshot {
  std::uint64_t head = 0; // size of the head section
  std::uint64_t temp = 0; // end of the temporary section; at least head
  std::uint64_t tail = 0; // size of the persistent section
  std::uint64_t need = 0; // smallest arena in which this step fits
};

struct ArenaAnalysis {
  std::vector<ArenaSnapshot> snapshots; // one per entry of RunTrace::allocations
  std::size_t peak = 0;                 // index of the step that needs most
  std::uint64_t minimum = 0;            // its need, rounded up to kArenaStep
  std::uint64_t tempPeak = 0; // largest extent of the temporary section above the head, without the planner's workspace
};

ArenaAnalysis analyzeArena(const run::RunTrace& trace);

// Bytes of a step's need caused only by rounding the tail up to whole steps of 16.
std::uint64_t roundingIn(const trace::Event& event, const ArenaSnapshot& snapshot);

// Working memory of a run's planner for this many buffers: none for the linear planner, which is recognised by the size
// of its object.
std::uint64_t plannerWorkspace(const std::vector<trace::Event>& allocations, std::size_t buffers);

// An unbounded arena that events are replayed in. Offsets follow from sizes and alignments, so that events of one arena
// can be arranged in another.
class UnboundedArena {
public:
  UnboundedArena() = default;
  // The same between two addresses, since their alignment matters.
  UnboundedArena(std::int64_t start, std::int64_t end) : sections_(start, end) {}

  // The arena after another event. workspace: plannerWorkspace().
  const ArenaSnapshot& after(const trace::Event& event, std::uint64_t workspace);
  const ArenaSnapshot& now() const { return snapshot_; }

private:
  static constexpr std::int64_t kEnd = std::int64_t{1} << 48; // aligned to any alignment

  tflm::ArenaSections<std::int64_t> sections_{0, kEnd};
  ArenaSnapshot snapshot_;
};

constexpr std::uint64_t roundUpToStep(std::uint64_t bytes) { return tflm::roundedUp(bytes, kArenaStep); }

} // namespace arenascope::report
