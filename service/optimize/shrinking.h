// Versions of a model with a smaller arena: another order, a better plan, outputs over inputs, and operators computed
// in strips. Every result was run.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/optimization/shrink_report.h"
#include "service/optimize/planning.h"

namespace arenascope::service {

// Limit for running versions, in cycles of an inference each, or multiply-accumulates if cycles are unknown.
inline constexpr std::uint64_t kShrinkWork = 6'000'000'000;
inline constexpr double kMostShrinkSeconds = 1200;

struct ShrinkRequest {
  ProfileRequest profile;                 // needs the default planner
  std::vector<PlanRequest::Variant> also; // further variants that every version has to hold for
  std::optional<std::uint64_t> budget;    // bytes of arena, in the usual RAM: choose the cheapest version within it
  std::optional<double> mostGrowth;       // of cycles, in percent
  optimization::Means means = {true, true, true, true, true}; // permitted techniques; without plan there is no gain
  // Run what was found with parts of its arena in a slower RAM of the board as well: the named region, or the slowest.
  bool psram = false;
  std::string psramRegion;
  // Time limit of the whole; returns what was found and proven. If absent, `work` limits the number of versions, so
  // that every computer gives the same answer, unless one needs more than kMostShrinkSeconds.
  std::optional<double> seconds;
  std::uint64_t work = kShrinkWork;
  // Set from another thread: stop and return what was found so far, unlike cancelling, which returns nothing.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Without a budget, chooses the smallest arena within the growth; over two memories, the cheapest that fits the usual
// RAM. Fails if the model cannot be loaded, or allocation or inference fails.
Result<optimization::ShrinkReport> shrinkModel(const ShrinkRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control);

} // namespace arenascope::service
