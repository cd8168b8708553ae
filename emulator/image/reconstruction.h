// Converts an allocator's observed steps to the events that our own interpreter emits, so that both give the same
// report.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/graph/model_info.h"
#include "emulator/image/allocator_watch.h"
#include "emulator/protocol/image_request.h"

namespace arenascope::image {

// start, end: of the arena. allocated: number of steps that belong to AllocateTensors(); later ones are the
// application's.
protocol::Reconstruction reconstruct(const std::vector<AllocationStep>& steps, std::uint32_t start, std::uint32_t end,
                                     const model::ModelInfo& model, std::uint32_t nodeBytes, std::size_t allocated);

// Lifetimes of all tensors used by an operator or by the model itself, as the planner counts today.
std::vector<protocol::PlannedRecord> lifetimesOf(const model::ModelInfo& model);

// Shifts lifetimes of operators counted from 0 to today's, which start at 1: the model's inputs are at 0.
void countFromInputs(std::vector<protocol::PlannedRecord>& records, const model::ModelInfo& model);

} // namespace arenascope::image
