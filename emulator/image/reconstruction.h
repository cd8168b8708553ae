// From what was seen of an allocator, step by step, to the events that our own interpreter tells: the same report is
// made of both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/model_info.h"
#include "core/trace/event.h"
#include "emulator/image/allocator_watch.h"

namespace arenascope::image {

// What a planner was told of one buffer; read while it lay in the arena.
struct PlannedRecord {
  std::int32_t index = 0; // tensors of all subgraphs, then scratch buffers
  std::uint32_t bytes = 0;
  std::int32_t first = -1;
  std::int32_t last = -1;
  std::int32_t offlineOffset = -1;
  std::uint32_t place = 0; // where the planner's answer is written to
};

struct Reconstruction {
  std::vector<trace::Event> allocations;
  std::optional<trace::Event> lost; // what did not fit
  bool exact = false;               // sizes and alignments are those of calls, not only how far a section moved
};

// start, end: of the arena. allocated: how many of the steps belong to AllocateTensors(); those after it are the
// application's.
Reconstruction reconstruct(const std::vector<AllocationStep>& steps, std::uint32_t start, std::uint32_t end,
                           const profile::ModelInfo& model, std::uint32_t nodeBytes, std::size_t allocated);

// Every tensor that an operator or the model itself uses, and when, as the planner counts today.
std::vector<PlannedRecord> lifetimesOf(const profile::ModelInfo& model);

// Operators whose lifetimes are counted from 0 get those of today, which count from 1: the model's inputs are at 0.
void countFromInputs(std::vector<PlannedRecord>& records, const profile::ModelInfo& model);

} // namespace arenascope::image
