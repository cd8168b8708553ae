// Runs of a model on several inputs: to measure how far outputs may overlap inputs, and to compare two versions of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/safe_distance.h"
#include "service/profile/profiler.h"
#include "service/store/distance_memo.h"

namespace arenascope::service {

// Measured on the requested target and kernel set, with the interpreter's own plan, on the inputs of the request
// and two more. If one of our kernels is known to iterate in another order than the real one, it shares nothing.
// Errors: the kernels' code does not run here, or an inference does not end. known: skips operators that have been
// measured before, and collects new measurements; those that are measured are checked too (RunOptions::guard), which is
// another error. atATime: inferences.
Result<std::vector<run::SafeDistance>> measureDistances(const ProfileRequest& request, engine::RunControl& control,
                                                        const KnownOperators& known = {}, std::size_t atATime = 1);

using Outputs = std::vector<std::vector<std::uint8_t>>; // bytes by output
using OutputsByInputs = std::vector<Outputs>;           // by the number of the inputs

// Outputs on the inputs with one number: 0 has those of the request. guard: our kernels are checked
// (RunOptions::guard).
Result<Outputs> outputsFor(const ProfileRequest& request, int number, bool guard, engine::RunControl& control);

// Whether the second model gives the first one's outputs, on the inputs of the request and on `more` others. Only
// tensors without given inputs are varied. The second one's kernels are checked (RunOptions::guard).
Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more, engine::RunControl& control);

} // namespace arenascope::service
