// Reads the memory plan in the model's metadata (core/interpreter/schema/offline_plan_format.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/trace/tracer.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

// *offsets becomes nullptr when the model has no such plan. Fails when the plan is not for tensorCount tensors, and for
// offsets that no arena has: the real interpreter would write outside its memory.
Status readOfflinePlan(const schema::Model& model, std::size_t tensorCount, const trace::Tracer& tracer,
                       const std::int32_t** offsets);

} // namespace arenascope::runtime
