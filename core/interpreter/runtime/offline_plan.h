// Reads the memory plan in the model's metadata (core/interpreter/schema/offline_plan_format.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/trace/tracer.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

// *offsets is nullptr if the model has no plan. Fails if the plan is not for tensorCount tensors, or has offsets beyond
// any arena: the real interpreter would write outside its memory.
Status readOfflinePlan(const schema::Model& model, std::size_t tensorCount, const trace::Tracer& tracer,
                       const std::int32_t** offsets);

} // namespace arenascope::runtime
