// Tries everything that could make a model's arena smaller or its inference faster.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct AdviceRequest {
  ProfileRequest profile;        // needs the default planner
  std::optional<double> seconds; // time limit for versions of the model, see ShrinkRequest
  // Deadline of an inference in ms: looks for the lowest clock of the board that meets it, and other boards have to
  // meet it too.
  std::optional<double> deadline;
  // Set from another thread: stop and return what was found so far, unlike cancelling, which returns nothing.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Fails if the model cannot be loaded, or allocation fails even with ample memory.
Result<optimization::AdviceReport> adviseModel(const AdviceRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control);

} // namespace arenascope::service
