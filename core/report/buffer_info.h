// Kinds and memory sharing of a report's planned buffers.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

enum class BufferKind : std::uint8_t { kInput, kOutput, kActivation, kScratch, kVariable, kAccelerator };
inline constexpr BufferKind kBufferKinds[] = {BufferKind::kInput,   BufferKind::kOutput,   BufferKind::kActivation,
                                              BufferKind::kScratch, BufferKind::kVariable, BufferKind::kAccelerator};

const char* bufferKindName(BufferKind kind);
// Inputs and outputs are those of the main subgraph.
BufferKind bufferKind(const Report& report, const PlannedBuffer& buffer);

// By planner step: first row of Report::operators that runs then; -1 for inputs and calls of subgraphs. A buffer is
// written by the operator of its first step.
std::vector<int> rowsByStep(const Report& report);

// Bytes of the head section, [first, end).
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  bool operator==(const ByteRange&) const = default;
  bool overlaps(const ByteRange& other) const { return first < other.end && other.first < end; }
};
// Bytes of a buffer in the plan.
ByteRange bytesOf(const PlannedBuffer& buffer);

// Indices in Report::buffers of all that ever occupy a part of the head, by time.
std::vector<int> historyOf(const Report& report, const ByteRange& range);

// Indices in Report::buffers of those in use at the first operator with the most live bytes: the peak set.
std::vector<int> peakBuffers(const Report& report);

// Name of a planner step: "3", "1:2" in another subgraph; "input" before the first operator, "call" for a call of a
// subgraph, "start" for buffers placed before anything runs. rows: rowsByStep().
std::string stepName(const Report& report, const std::vector<int>& rows, std::int32_t step);
// First and last step by name, for tables and charts. A buffer that no operator uses has none.
struct Lifetime {
  std::string from;
  std::string to;
};
Lifetime lifetimeOf(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer);

// Two places of the head that may differ: the buffers that set its size, and the operators with most bytes in use.
struct HeadInfo {
  std::uint64_t bytes = 0;     // size of the head
  std::vector<int> topBuffers; // indices in Report::buffers of those that end where the head ends
  std::vector<int>
      topOperators;            // rows of Report::operators that use one of these; empty: only the inputs do, or nothing
  std::uint64_t liveBytes = 0; // in use at the fullest step
  std::vector<int> fullOperators;                          // all rows with this many live bytes
  std::uint64_t lost() const { return bytes - liveBytes; } // to placement: size minus peak use
};
HeadInfo headInfo(const Report& report);
// Unused bytes of the head while an operator (row of Report::operators) runs, ascending.
std::vector<ByteRange> gapsAt(const Report& report, int row);
// The same in sentences; empty if there is no head.
std::string describeHead(const Report& report);
// The same as a caption: "head 73,728 bytes; at most 55,296 in use at operator 2 (CONV_2D)".
std::string headCaption(const Report& report);
// "operators 0 (CONV_2D) and 1 (DEPTHWISE_CONV_2D)", "operators 3 to 7". Rows ascending.
std::string operatorsText(const Report& report, const std::vector<int>& rows);

// By tensor number across all subgraphs: index in Report::buffers; -1 for those without a buffer in the plan:
// constants, variables and unused tensors.
std::vector<int> buffersByTensor(const Report& report);
// The tensor's number across all subgraphs, as used by the planner.
std::size_t planIndexOf(const model::ModelInfo& model, std::int32_t subgraph, std::int32_t tensor);

} // namespace arenascope::report
