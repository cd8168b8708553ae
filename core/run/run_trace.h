// Everything that one run of the interpreter reported.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/interpreter/trace/event.h"
#include "core/run/safe_distance.h"

namespace arenascope::run {

struct TensorBytes {
  TensorId tensor;
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;         // FNV-1a-64
  std::vector<std::uint8_t> data; // contents, if requested
};

// Executed instructions, including those skipped in an IT block, and processor cycles by the target's timing model.
struct Cost {
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;

  Cost& operator+=(const Cost& other) {
    instructions += other.instructions;
    cycles += other.cycles;
    return *this;
  }
  friend Cost operator-(const Cost& a, const Cost& b) { return {a.instructions - b.instructions, a.cycles - b.cycles}; }
};

// One function of the firmware, without its callees.
struct FunctionCost {
  std::string name;
  Cost cost;
};

struct OperatorRun {
  SubgraphId subgraph{0};
  OperatorId op{0};
  int depth = 0;                       // 0: called by the interpreter; deeper ones run inside another operator
  Cost cost;                           // inside the kernel; zero on the host
  std::vector<FunctionCost> functions; // most cycles first; nested operators are counted separately
  std::vector<TensorBytes> outputs;
};

struct ArenaUse {
  std::uint64_t used = 0; // arena_used_bytes()
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
};

struct RecordedTotals {
  std::uint64_t used = 0;
  std::uint64_t requested = 0;
  std::uint64_t count = 0;
};

enum class StackStage : std::uint8_t { kCreate, kAllocate, kInvoke };
inline constexpr std::size_t kStackStages = 3;

// Bytes of stack below the caller of the interpreter's constructor, AllocateTensors() and Invoke(), measured.
struct StackUse {
  std::array<std::uint64_t, kStackStages> bytes{}; // by StackStage; 0 for a stage that did not run
  trace::Position deepest;                         // the inference's operator with the deepest stack

  std::uint64_t of(StackStage stage) const { return bytes[static_cast<std::size_t>(stage)]; }
  std::uint64_t most() const { return *std::max_element(bytes.begin(), bytes.end()); }
};

// Code or constants that were placed or watched.
struct PlacedUse {
  std::uint64_t bytes = 0;
  std::uint64_t waits = 0; // cycles of an inference in which the processor waited for them
};

struct RunTrace {
  std::uint64_t arenaBytes = 0;          // size given to the interpreter
  std::vector<trace::Event> allocations; // kAllocation and kTempReset, in order
  std::vector<trace::Event> planned;     // kPlannedBuffer
  std::vector<RecordedTotals> recorded;  // by RecordedType; only with the recording interpreter
  std::optional<trace::Event> lost;      // the allocation that did not fit
  std::optional<ArenaUse> use;           // set if allocation succeeded
  std::uint64_t decompressedBytes = 0;   // of the alternative decompression memory that outputs of DECODE take
  std::vector<OperatorRun> operators;    // in order of execution
  std::vector<std::vector<std::uint8_t>> inputs;
  std::vector<std::vector<std::uint8_t>> outputs; // set if an inference succeeded
  Cost invoke;                                    // one whole Invoke()
  Cost kernels;
  std::vector<FunctionCost> interpreterFunctions; // in Invoke(), outside kernels; most cycles first
  std::optional<std::uint64_t> guardedAccesses;   // kernels' accesses to the arena, if checked
  std::vector<SafeDistance> distances;            // if measured
  std::vector<PlacedUse> placed;                  // by part of what the run was asked to place
  std::optional<StackUse> stack;                  // if emulated
  bool invoked = false;
  bool stoppedEarly = false; // an operator ended the inference early, without an error
  std::optional<Error> error;
};

} // namespace arenascope::run
