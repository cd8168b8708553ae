// What the planned buffers of a report are and how they share memory.
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

// Positions in Report::buffers of those that are in use at the first operator with the most live bytes: the set that
// makes the peak.
std::vector<int> peakBuffers(const Report& report);

// The number that people know an operator by, for a step of the planner's time: "3", "1:2" in another subgraph;
// "input" before the first, "call" where a subgraph is called, "start" for what has its place before anything runs.
// rows: rowsByStep().
std::string stepName(const Report& report, const std::vector<int>& rows, std::int32_t step);
// A buffer's lifetime in these words, as all tables and pictures say it. A buffer that no operator uses has none.
struct Lifetime {
  std::string from;
  std::string to;
};
Lifetime lifetimeOf(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer);

// Two places of the head that need not be one: where its end is touched, and where most of it is in use.
struct HeadInfo {
  std::uint64_t bytes = 0;        // of the head
  std::vector<int> topBuffers;    // positions in Report::buffers of those that end where the head ends
  std::vector<int> topOperators;  // rows of Report::operators that have one of them in use; none: used at the inputs
                                  // alone, or by nobody
  std::uint64_t liveBytes = 0;    // in use where most is
  std::vector<int> fullOperators; // all rows with so many live bytes
  std::uint64_t lost() const { return bytes - liveBytes; } // to placement: more than is ever in use at a time
};
HeadInfo headInfo(const Report& report);
// Bytes of the head that no buffer has while an operator runs, a row of Report::operators; from the bottom up.
std::vector<ByteRange> gapsAt(const Report& report, int row);
// The same in sentences; empty where there is no head.
std::string describeHead(const Report& report);
// What of it is in use and what is not, for a picture: "head 73,728 bytes; at most 55,296 in use at
// operator 2 (CONV_2D)".
std::string headCaption(const Report& report);
// Several operators in few words: "operators 0 (CONV_2D) and 1 (DEPTHWISE_CONV_2D)", "operators 3 to 7". Rows in order.
std::string operatorsText(const Report& report, const std::vector<int>& rows);

// For each tensor, by its number across all subgraphs, its position in Report::buffers; -1 where it has no buffer in
// the plan: constants, variables and unused tensors.
std::vector<int> buffersByTensor(const Report& report);
// The tensor's number across all subgraphs, as the planner counts.
std::size_t planIndexOf(const model::ModelInfo& model, std::int32_t subgraph, std::int32_t tensor);

} // namespace arenascope::report
