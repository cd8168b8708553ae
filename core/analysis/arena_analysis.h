// From the allocations of one run with room to spare: how large an arena must be, and what makes it so large.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/run_trace.h"

namespace arenascope::profile {

// The interpreter rounds all sizes of arenas and planned buffers to this.
inline constexpr std::uint64_t kArenaStep = 16;
// Bytes of working memory that the greedy planner takes for each buffer.
inline constexpr std::uint64_t kPlannerRecordBytes = 40;

// The arena after one event. Offsets in bytes: head and temp from the start, tail from the end.
struct ArenaMoment {
  std::uint64_t head = 0; // size of the head section
  std::uint64_t temp = 0; // end of the temporary section; not below head
  std::uint64_t tail = 0; // size of the persistent section
  std::uint64_t need = 0; // the smallest arena in which this step still fits
};

struct ArenaAnalysis {
  std::vector<ArenaMoment> moments; // one for each entry of RunTrace::allocations
  std::size_t peak = 0;             // the moment that needs most
  std::uint64_t minimum = 0;        // its need, rounded up to kArenaStep
  std::uint64_t tempPeak = 0;       // largest extent of the temporary section above the head, without the planner's
};

ArenaAnalysis analyzeArena(const RunTrace& trace);

// Working memory that a run's planner needs for so many buffers: none with the linear planner, which the size of its
// object tells.
std::uint64_t plannerWorkspace(const std::vector<trace::Event>& allocations, std::size_t buffers);

// The arena after one more event. Offsets follow from sizes and alignments, so that events of one arena can be replayed
// in another. workspace: plannerWorkspace().
ArenaMoment momentAfter(const ArenaMoment& before, const trace::Event& event, std::uint64_t workspace);

constexpr std::uint64_t roundUpTo(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}
constexpr std::uint64_t roundUpToStep(std::uint64_t bytes) { return roundUpTo(bytes, kArenaStep); }

} // namespace arenascope::profile
