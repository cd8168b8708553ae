// Tries everything that could make a model's arena smaller or its inference faster.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct AdviceRequest {
  ProfileRequest profile; // needs the default planner
  // The run of a firmware image, where the model is the one in it: without a kernel set in `profile`, the one like the
  // image's.
  std::shared_ptr<const report::Report> image;
  std::optional<double> seconds; // time limit for versions of the model, see ShrinkRequest
  // Deadline of an inference in ms: looks for the lowest clock of the board that meets it, and other boards have to
  // meet it too.
  std::optional<double> deadline;
  // Bytes of arena to fit into: the search also looks for the cheapest versions within it. If absent, and the model
  // does not fit the chosen board: the board's.
  std::optional<std::uint64_t> fit;
  // An earlier answer for the same run: its results are kept, and only its unfinished searches, other boards and the
  // clock are continued, with more effort.
  std::shared_ptr<const optimization::AdviceReport> known;
  double effort = 1; // multiple of the usual number of versions and steps, without a time limit
  // After each attempt, with everything known by then, ranked; from any thread, one call at a time.
  std::function<void(const optimization::AdviceReport&)> onFound;
  // Set from another thread: stop and return the results so far, unlike cancelling, which returns nothing.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Fails if the model cannot be loaded, or allocation fails even with ample memory.
Result<optimization::AdviceReport> adviseModel(const AdviceRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control);

} // namespace arenascope::service
