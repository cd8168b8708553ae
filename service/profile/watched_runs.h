// Runs of a model on several inputs: to measure how far outputs may overlap inputs, and to compare two versions of it.
#pragma once

#include <vector>

#include "core/run/safe_distance.h"
#include "service/profile/profiler.h"
#include "service/store/distance_memo.h"

namespace arenascope::service {

// Measured on the requested target and kernel set, with the interpreter's own plan, on the inputs of the request
// and two more. If one of our kernels is known to iterate in another order than the real one, it shares nothing.
// Errors: the kernels' code does not run here, or an inference does not end. known: skips operators that have been
// measured before, and collects new measurements.
Result<std::vector<run::SafeDistance>> measureDistances(const ProfileRequest& request, engine::RunControl& control,
                                                        const KnownOperators& known = {});

// Whether both give the same outputs: on the inputs of the first request, and on `more` others. Only tensors
// without given inputs are varied. The second model's kernels are checked (RunOptions::guard).
Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more, engine::RunControl& control);

} // namespace arenascope::service
