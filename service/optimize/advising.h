// What would make a model's arena smaller or its inference faster: everything that the program can try, tried.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct AdviceRequest {
  ProfileRequest profile;        // its planner is the interpreter's usual one
  std::optional<double> seconds; // for versions of the model, as ShrinkRequest has them
  // Milliseconds that an inference may take: a lower clock of the board that still does is looked for, and other boards
  // have to do it too.
  std::optional<double> deadline;
  // Set from another thread: what was found by then is the answer. Unlike cancelling, after which there is none.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Fails where the model cannot be loaded, or its memory not be allocated with all the room there is.
Result<optimization::AdviceReport> adviseModel(const AdviceRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control);

} // namespace arenascope::service
