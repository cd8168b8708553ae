#include "core/planner/best_subset.h"

#include <algorithm>

namespace arenascope::planner {

namespace {

constexpr std::uint64_t kStepBytes = 16;

std::uint64_t stepsOf(std::uint64_t bytes) { return (bytes + kStepBytes - 1) / kStepBytes; }

} // namespace

std::vector<std::size_t> bestSubset(const std::vector<Choice>& choices, std::uint64_t capacity) {
  std::vector<std::size_t> worth; // and small enough
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].gain == 0 || stepsOf(choices[i].bytes) > capacity / kStepBytes) continue;
    worth.push_back(i);
    all += stepsOf(choices[i].bytes);
  }
  if (all <= capacity / kStepBytes) return worth;
  // By dynamic programming over the capacity in steps.
  const auto steps = static_cast<std::size_t>(capacity / kStepBytes);
  std::vector<std::uint64_t> most(steps + 1, 0);
  std::vector<std::vector<bool>> taken;
  for (const std::size_t choice : worth) {
    const auto size = static_cast<std::size_t>(stepsOf(choices[choice].bytes));
    taken.emplace_back(steps + 1, false);
    for (std::size_t within = steps + 1; within-- > size;) {
      const std::uint64_t with = most[within - size] + choices[choice].gain;
      if (with <= most[within]) continue;
      most[within] = with;
      taken.back()[within] = true;
    }
  }
  std::vector<std::size_t> chosen;
  std::size_t left = steps;
  for (std::size_t i = worth.size(); i-- > 0;) {
    if (!taken[i][left]) continue;
    chosen.push_back(worth[i]);
    left -= static_cast<std::size_t>(stepsOf(choices[worth[i]].bytes));
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

} // namespace arenascope::planner
