// What TFLM's recording interpreter would count, without running it.
#pragma once

#include "core/interpreter/tflm/struct_sizes.h"
#include "core/model/graph/model_info.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

// Of the current revision, from a run of the ordinary interpreter in the same arena, which is 16-byte aligned. The
// recording one allocates the same, but that two of its own objects are larger: what follows them lies lower, and is
// padded otherwise. Only `recorded` and `use` are filled in; nothing where the run did not come to its end.
run::RunTrace recordingOf(const run::RunTrace& run, const model::ModelInfo& model, tflm::Abi abi);

} // namespace arenascope::report
