// What TFLM's recording interpreter would count, without running it.
#pragma once

#include "core/analysis/run_trace.h"
#include "core/model/model_info.h"
#include "core/tflm/struct_sizes.h"

namespace arenascope::profile {

// Of the current revision, from a run of the ordinary interpreter in the same arena, which is 16-byte aligned. The
// recording one allocates the same, but that two of its own objects are larger: what follows them lies lower, and is
// padded otherwise. Only `recorded` and `use` are filled in; nothing where the run did not come to its end.
RunTrace recordingOf(const RunTrace& run, const ModelInfo& model, tflm::Abi abi);

} // namespace arenascope::profile
