// A model with a smaller arena: by another order, a better plan, outputs over inputs, and operators computed strip by
// strip; each version that is answered was run.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/optimization/shrink_report.h"
#include "service/optimize/planning.h"

namespace arenascope::service {

// Cycles, or multiply-accumulates where there are none, of an inference with each version that is run.
inline constexpr std::uint64_t kShrinkWork = 4'000'000'000; // some sixty seconds
inline constexpr double kMostShrinkSeconds = 1200;

struct ShrinkRequest {
  ProfileRequest profile;                               // its planner is the interpreter's usual one
  std::vector<PlanRequest::Variant> also;               // every version must hold for these too
  std::optional<std::uint64_t> budget;                  // bytes of arena: the cheapest version within it is chosen
  std::optional<double> mostGrowth;                     // of cycles, in percent
  optimization::Means means = {true, true, true, true}; // that may be used; without a plan there is nothing to gain
  // For all of it: what was found and proven by then is the answer. Where nobody sets it, `work` says how many versions
  // are run, so that every computer answers the same, unless one takes kMostShrinkSeconds for them.
  std::optional<double> seconds;
  std::uint64_t work = kShrinkWork;
  // Set from another thread: what was found by then is the answer. Unlike cancelling, after which there is none.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Without a budget the smallest arena is chosen, or the smallest that is within the growth. Fails where the model
// cannot be loaded, or its memory not be allocated, or its inference not be run.
Result<optimization::ShrinkReport> shrinkModel(const ShrinkRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control);

} // namespace arenascope::service
