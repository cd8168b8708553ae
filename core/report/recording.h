// Figures of TFLM's recording interpreter, without running it.
#pragma once

#include "core/interpreter/tflm/struct_sizes.h"
#include "core/model/graph/model_info.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

// For the current revision, from a run of the ordinary interpreter in the same 16-byte aligned arena. The recording
// interpreter allocates the same, except that two of its objects are larger: later blocks lie lower, with other
// padding. Sets only `recorded` and `use`; nothing if the run did not finish.
run::RunTrace recordingOf(const run::RunTrace& run, const model::ModelInfo& model, tflm::Abi abi);

} // namespace arenascope::report
