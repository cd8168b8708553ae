// A memory plan made by another tool and kept in the model's metadata under "OfflineMemoryAllocation": 32-bit numbers,
// [0] version, [1] subgraph (both unused), [2] how many offsets follow, then one offset in the head section for each
// tensor of all subgraphs in order, or -1 for a tensor that the planner shall place.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/runtime/status.h"
#include "core/trace/tracer.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

inline constexpr const char* kOfflinePlanName = "OfflineMemoryAllocation";

// *offsets becomes nullptr when the model has no such plan. Fails when the plan is not for tensorCount tensors, and for
// offsets that no arena has: the real interpreter would write outside its memory.
Status readOfflinePlan(const schema::Model& model, std::size_t tensorCount, const trace::Tracer& tracer,
                       const std::int32_t** offsets);

} // namespace arenascope::runtime
