// The best regions of a board for a model's constants, the kernels' code and the arena.
#pragma once

#include "core/optimization/placement_report.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct PlaceRequest {
  // Needs a board. Its placement limits the search: a kind goes only to the region given for it, into at most the room
  // given; the arena lies where it says.
  ProfileRequest profile;
};

// Watches in one run how long the processor waits for each constant and for the code of each kind of operator, chooses
// for every region, the fastest first, the subset that saves most, and runs the result. Fails if the model cannot be
// run, or the target has no cycles.
Result<optimization::PlacementReport> placeModel(const PlaceRequest& request, const ProfileObserver& observer,
                                                 engine::RunControl& control);

} // namespace arenascope::service
