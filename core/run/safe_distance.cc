#include "core/run/safe_distance.h"

#include <algorithm>
#include <map>
#include <utility>

namespace arenascope::run {

namespace {

// Operator, input and output.
using Pair = std::pair<std::int32_t, std::pair<std::int32_t, std::int32_t>>;
Pair pairOf(const SafeDistance& distance) { return {distance.op, {distance.input, distance.output}}; }

std::vector<SafeDistance> merged(std::span<const std::vector<SafeDistance>> all, bool sameAccesses) {
  if (all.empty()) return {};
  std::vector<SafeDistance> result = all.front();
  for (const std::vector<SafeDistance>& other : all.subspan(1)) {
    std::map<Pair, const SafeDistance*> byPair;
    for (const SafeDistance& distance : other) byPair[pairOf(distance)] = &distance;
    for (SafeDistance& distance : result) {
      const auto found = byPair.find(pairOf(distance));
      if (found == byPair.end()) {
        distance.dependsOnData = true;
        continue;
      }
      const SafeDistance& seen = *found->second;
      distance.below = std::min(distance.below, seen.below);
      distance.above = std::max(distance.above, seen.above);
      distance.dependsOnData =
          distance.dependsOnData || seen.dependsOnData || (sameAccesses && distance.accesses != seen.accesses);
    }
  }
  return result;
}

} // namespace

std::uint64_t SafeDistance::sharedBytes(std::uint64_t inputBytes, std::uint64_t outputBytes) const {
  if (dependsOnData) return 0;
  const auto input = static_cast<std::int64_t>(inputBytes);
  const auto output = static_cast<std::int64_t>(outputBytes);
  const auto sharedAt = [&](std::int64_t at) {
    return std::max<std::int64_t>(0, std::min(input, at + output) - std::max<std::int64_t>(0, at));
  };
  // Between these the smaller one lies within the larger one; no more bytes can be shared.
  const auto [low, high] = std::minmax<std::int64_t>({0, input - output});
  return static_cast<std::uint64_t>(std::max(sharedAt(std::min(below, low)), sharedAt(std::max(above, high))));
}

std::vector<SafeDistance> strictestOf(std::span<const std::vector<SafeDistance>> runs) { return merged(runs, true); }
std::vector<SafeDistance> commonTo(std::span<const std::vector<SafeDistance>> kernels) {
  return merged(kernels, false);
}

} // namespace arenascope::run
