// Finds the allocation of a run that prints a message about memory, and the size of its arena in bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

struct MemoryFit {
  std::size_t report = 0; // position in the given reports
  std::size_t event = 0;  // position in its allocations
  // Arrays of these sizes, 16-byte aligned, print the message at that allocation.
  std::uint64_t arenaLow = 0;
  std::uint64_t arenaHigh = 0;
};

// All numbers of the message match to the byte. Only messages with missing bytes, or with the most buffers,
// identify the arena; structs without numbers match nothing.
std::vector<MemoryFit> memoryFits(const TflmMessage& message, const std::vector<report::Report>& reports);

} // namespace arenascope::diagnosis
