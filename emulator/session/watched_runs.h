// Runs of a model on several inputs: to measure how close outputs may lie to inputs, and to compare two versions of it.
#pragma once

#include <vector>

#include "core/analysis/safe_distance.h"
#include "emulator/session/distance_memo.h"
#include "emulator/session/profiler.h"

namespace arenascope::session {

// As the requested target and kernel set read and write, with the interpreter's own plan: on the inputs of the request
// and two more. Where one of our own kernels is known to go another way than the real one, nothing may be shared. Fails
// where the kernels' code does not run here, or an inference does not end. known: what was measured before is not
// measured again, and what is measured is known from then on.
Result<std::vector<profile::SafeDistance>> measureDistances(const ProfileRequest& request, RunControl& control,
                                                            const KnownOperators& known = {});

// Whether both give the same outputs: on the inputs of the first request, and on `more` others. Only tensors that
// nobody gave are filled otherwise. The second model's kernels are watched (RunOptions::guard).
Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more, RunControl& control);

} // namespace arenascope::session
