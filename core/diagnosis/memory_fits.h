// Which allocation of which run a message about memory comes from, and in an arena of which size.
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

struct MemoryFit {
  std::size_t report = 0; // position in the reports that were looked at
  std::size_t event = 0;  // position in its allocations
  // Arrays of these sizes, 16-byte aligned, print the message at that allocation.
  std::uint64_t arenaLow = 0;
  std::uint64_t arenaHigh = 0;
};

// Every number that the message has agrees to the byte. Only messages with what is missing, or with the most buffers,
// tell the arena; of structs without numbers nothing is found.
std::vector<MemoryFit> memoryFits(const TflmMessage& message, const std::vector<report::Report>& reports);

} // namespace arenascope::diagnosis
