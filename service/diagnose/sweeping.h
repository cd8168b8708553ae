// Runs a model with arenas of many sizes, at every misalignment of the array.
#pragma once

#include "core/diagnosis/sweep.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct SweepRequest {
  ProfileRequest profile;
  // Array sizes in bytes; first > last: around the minimum.
  std::uint64_t first = 1;
  std::uint64_t last = 0;
  std::uint64_t step = report::kArenaStep;
};

inline constexpr std::size_t kMostSweptSizes = 1'000;

// Runs an inference at the first size that works, for each misalignment, unless the request stops after allocation.
// Fails if the model cannot be loaded, or allocation fails even with ample memory.
Result<diagnosis::Sweep> sweepModel(const SweepRequest& request, const ProfileObserver& observer,
                                    engine::RunControl& control);

} // namespace arenascope::service
