// Runs a model in arenas of many sizes, at every misalignment of the array.
#pragma once

#include "core/diagnosis/sweep.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct SweepRequest {
  ProfileRequest profile;
  // Sizes of the arrays in bytes; first above last: around the minimum.
  std::uint64_t first = 1;
  std::uint64_t last = 0;
  std::uint64_t step = report::kArenaStep;
};

inline constexpr std::size_t kMostSweptSizes = 1'000;

// An inference is run at the first size that works, for each misalignment, unless the request says to stop after
// allocation. Fails where the model cannot be loaded, or its memory not be allocated with all the room there is.
Result<diagnosis::Sweep> sweepModel(const SweepRequest& request, const ProfileObserver& observer,
                                    engine::RunControl& control);

} // namespace arenascope::service
