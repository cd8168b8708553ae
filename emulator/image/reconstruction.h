// From what was seen of an allocator, step by step, to the events that our own interpreter tells: the same report is
// made of both.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/graph/model_info.h"
#include "emulator/image/allocator_watch.h"
#include "emulator/protocol/image_request.h"

namespace arenascope::image {

// start, end: of the arena. allocated: how many of the steps belong to AllocateTensors(); those after it are the
// application's.
protocol::Reconstruction reconstruct(const std::vector<AllocationStep>& steps, std::uint32_t start, std::uint32_t end,
                                     const model::ModelInfo& model, std::uint32_t nodeBytes, std::size_t allocated);

// Every tensor that an operator or the model itself uses, and when, as the planner counts today.
std::vector<protocol::PlannedRecord> lifetimesOf(const model::ModelInfo& model);

// Operators whose lifetimes are counted from 0 get those of today, which count from 1: the model's inputs are at 0.
void countFromInputs(std::vector<protocol::PlannedRecord>& records, const model::ModelInfo& model);

} // namespace arenascope::image
