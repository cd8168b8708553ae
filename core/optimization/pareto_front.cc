#include "core/optimization/pareto_front.h"

#include <algorithm>
#include <array>

namespace arenascope::optimization {

namespace {

using Figures = std::array<std::uint64_t, 3>;

// Smaller or as small in all, and smaller in one.
bool isBetter(const Figures& a, const Figures& b) {
  return a != b && std::equal(a.begin(), a.end(), b.begin(), [](std::uint64_t x, std::uint64_t y) { return x <= y; });
}

} // namespace

std::vector<Candidate> paretoFrontOf(const std::vector<Candidate>& models) {
  const bool cycles =
      std::all_of(models.begin(), models.end(), [](const Candidate& each) { return each.cycles.has_value(); });
  const bool flash =
      std::all_of(models.begin(), models.end(), [](const Candidate& each) { return each.flashBytes.has_value(); });
  const auto figures = [&](const Candidate& each) {
    return Figures{each.arenaBytes, cycles ? *each.cycles : 0, flash ? *each.flashBytes : 0};
  };
  std::vector<Candidate> paretoFront;
  for (const Candidate& each : models)
    if (std::none_of(models.begin(), models.end(),
                     [&](const Candidate& other) { return isBetter(figures(other), figures(each)); }))
      paretoFront.push_back(each);
  std::stable_sort(paretoFront.begin(), paretoFront.end(),
                   [&](const Candidate& a, const Candidate& b) { return figures(a) < figures(b); });
  return paretoFront;
}

} // namespace arenascope::optimization
