#include "core/optimization/spill.h"

#include <algorithm>
#include <tuple>

#include "core/report/arena_arrangement.h"

namespace arenascope::optimization {

using hardware::MemoryRegion;
using hardware::RamWaitStates;

std::vector<std::string> namesOf(const Spill& spill) {
  std::vector<std::string> names;
  if (spill.persistent) names.emplace_back("persistent");
  if (spill.nonPersistent) names.emplace_back("non_persistent");
  return names;
}

std::vector<MemoryRegion> slowerRegions(const hardware::Board& board) {
  std::vector<MemoryRegion> slower;
  if (board.ram.empty()) return slower;
  const RamWaitStates usual = board.waitStatesOf(board.ram.front());
  for (const MemoryRegion& region : board.ram) {
    const RamWaitStates here = board.waitStatesOf(region);
    if (here.reads >= usual.reads && here.writes >= usual.writes &&
        here.reads + here.writes > usual.reads + usual.writes)
      slower.push_back(region);
  }
  std::stable_sort(slower.begin(), slower.end(), [&](const MemoryRegion& a, const MemoryRegion& b) {
    const RamWaitStates first = board.waitStatesOf(a);
    const RamWaitStates second = board.waitStatesOf(b);
    return std::tuple(first.reads, first.writes, a.bytes) < std::tuple(second.reads, second.writes, b.bytes);
  });
  return slower;
}

std::vector<Spill> possibleSpills(const report::Report& run, const TwoMemories& memories) {
  const auto split = report::splitArenas(run);
  if (!split) return {};
  const std::uint64_t whole = run.arena->minimum;
  std::vector<Spill> spills = {
      {.persistent = true, .nonPersistent = false, .sramBytes = split->nonPersistent, .psramBytes = split->persistent},
      {.persistent = false, .nonPersistent = true, .sramBytes = split->persistent, .psramBytes = split->nonPersistent},
      {.persistent = true, .nonPersistent = true, .sramBytes = 0, .psramBytes = whole}};
  std::erase_if(spills, [&](const Spill& spill) { return spill.psramBytes > memories.psramFree; });
  return spills;
}

} // namespace arenascope::optimization
