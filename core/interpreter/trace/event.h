// Events of the interpreter core for an observer: plain records of fixed size, equal on all targets.
#pragma once

#include <cstdint>

namespace arenascope::trace {

enum class EventKind : std::uint8_t {
  kAllocation = 1,    // a block of the arena was allocated, or the head section resized
  kTempReset = 2,     // the temporary section was emptied
  kPlannedBuffer = 3, // the planner placed a tensor or scratch buffer
  kTensorPlaced = 4,  // a tensor's address after the plan was committed
  kRecorded = 5,      // one category of the recording allocator
  kArenaUse = 6,      // totals after allocation: bytes = used, offset = head, address = tail
  kInputsReady = 7,   // input tensors may be filled now
  kMessage = 8,       // text for the user: address and bytes
  kPhase = 9,         // a phase of the interpreter's set-up begins
  kRegionLost = 10,   // an allocation did not fit: bytes requested, offset = bytes available
};

enum class Section : std::uint8_t { kHead, kTail, kTemp };

enum class Phase : std::uint8_t { kCreate, kStart, kInit, kPrepare, kFinish, kIo, kInvoke };

// Purpose of an allocation.
enum class Category : std::uint8_t {
  kNone,
  kAllocatorObjects,
  kPlanner,
  kSubgraphs,
  kEvalTensors,
  kNodes,
  kBuiltinParams,
  kKernelBuffer,
  kScratchRequests,
  kScratchHandles,
  kVariables,
  kTempTensor,
  kTempQuantization,
  kTempZeroPoints,
  kPlanning,
  kPlannerWorkspace,
  kPlan,
  kIoPointers,
  kPersistentTensor,
  kPersistentQuantization,
  kResourceVariables,
};

// The recording allocator's categories, in its order of printing.
enum class RecordedType : std::uint8_t {
  kEvalTensorData,
  kPersistentTensorData,
  kPersistentTensorQuantizationData,
  kPersistentBufferData,
  kVariableBufferData,
  kNodeAndRegistrationArray,
  kCount,
};

// The interpreter's position. subgraph and op are -1 outside of operators.
struct Position {
  std::int32_t subgraph = -1;
  std::int32_t op = -1;
  Phase phase = Phase::kCreate;
  std::uint8_t reserved[3] = {};
};

// Fields that a kind does not use are 0 (index, op, subgraph, first, last and offline: -1).
// kAllocation: section, category, bytes, alignment, offset (tail: from the arena's end back to the block's start; temp
//   and head: from the arena's start); index = operator, for a block that belongs to one outside its own phases;
//   address, for the tail = where the temporary memory still in use ends, from the arena's start: the tail must not
//   reach it; for the head = where the one before it ends, if that must be free as well (TFLM until 2021).
// kPlannedBuffer: index counts tensors of all subgraphs, then scratch buffers; bytes (not rounded), offset in the
//   head, address, first and last in the planner's own numbering, offline = the offset asked for by the model or -1;
//   a scratch buffer's position is that of the operator that asked for it.
// kTensorPlaced: subgraph, index = tensor, address, bytes.
// kRecorded: index = RecordedType, bytes = used, offset = requested, first = count.
struct Event {
  EventKind kind = EventKind::kAllocation;
  Section section = Section::kHead;
  Category category = Category::kNone;
  std::uint8_t reserved = 0;
  Position position = {};
  std::int32_t index = -1;
  std::uint32_t alignment = 0;
  std::int32_t first = -1;
  std::int32_t last = -1;
  std::int32_t offline = -1;
  std::uint32_t padding = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
};
static_assert(sizeof(Position) == 12, "read by the host from the target's memory");
static_assert(sizeof(Event) == 64, "read by the host from the target's memory");

} // namespace arenascope::trace
