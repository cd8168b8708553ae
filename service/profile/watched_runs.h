// Runs of a model on several inputs: to measure how close outputs may lie to inputs, and to compare two versions of it.
#pragma once

#include <vector>

#include "core/run/safe_distance.h"
#include "service/profile/profiler.h"
#include "service/store/distance_memo.h"

namespace arenascope::service {

// As the requested target and kernel set read and write, with the interpreter's own plan: on the inputs of the request
// and two more. Where one of our own kernels is known to go another way than the real one, nothing may be shared. Fails
// where the kernels' code does not run here, or an inference does not end. known: what was measured before is not
// measured again, and what is measured is known from then on.
Result<std::vector<run::SafeDistance>> measureDistances(const ProfileRequest& request, engine::RunControl& control,
                                                        const KnownOperators& known = {});

// Whether both give the same outputs: on the inputs of the first request, and on `more` others. Only tensors that
// nobody gave are filled otherwise. The second model's kernels are watched (RunOptions::guard).
Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more, engine::RunControl& control);

} // namespace arenascope::service
