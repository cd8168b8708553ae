// What the planned buffers of a report are and how they share memory.
#pragma once

#include <string>
#include <vector>

#include "core/profile/report.h"

namespace arenascope::profile {

enum class BufferKind : std::uint8_t { kInput, kOutput, kActivation, kScratch, kVariable };
inline constexpr BufferKind kBufferKinds[] = {BufferKind::kInput, BufferKind::kOutput, BufferKind::kActivation,
                                              BufferKind::kScratch, BufferKind::kVariable};

const char* bufferKindName(BufferKind kind);
// Inputs and outputs are those of the main subgraph.
BufferKind bufferKind(const Report& report, const PlannedBuffer& buffer);

// For each step of the planner's time the first row of Report::operators that runs then; -1 at the inputs and where a
// subgraph is called. The operator of a buffer's first step is the one that writes it.
std::vector<int> rowsByStep(const Report& report);

// Bytes of the head section, [first, end).
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  bool operator==(const ByteRange&) const = default;
  bool overlaps(const ByteRange& other) const { return first < other.end && other.first < end; }
};
// What a buffer takes in the plan.
ByteRange bytesOf(const PlannedBuffer& buffer);

// Positions in Report::buffers of everything that ever lives in a part of the head, in order of time.
std::vector<int> historyOf(const Report& report, const ByteRange& range);

// Positions in Report::buffers of those that are in use while the head is fullest: the set that makes the peak.
std::vector<int> peakBuffers(const Report& report);

// For each tensor, by its number across all subgraphs, its position in Report::buffers; -1 where it has no buffer in
// the plan: constants, variables and unused tensors.
std::vector<int> buffersByTensor(const Report& report);
// The tensor's number across all subgraphs, as the planner counts.
std::size_t planIndexOf(const ModelInfo& model, std::int32_t subgraph, std::int32_t tensor);

} // namespace arenascope::profile
