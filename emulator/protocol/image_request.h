// Request to a machine with a user's firmware image, and its answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/interpreter/trace/event.h"
#include "core/run/memory_range.h"
#include "core/run/run_trace.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/protocol/boot_options.h"

namespace arenascope::protocol {

// A register that firmware polled.
struct PolledRegister {
  std::uint32_t address = 0;
  std::uint64_t reads = 0; // since the last write
};

// One buffer of the planner's input, read while that lay in the arena.
struct PlannedRecord {
  std::int32_t index = 0; // tensors of all subgraphs, then scratch buffers
  std::uint32_t bytes = 0;
  std::int32_t first = -1;
  std::int32_t last = -1;
  std::int32_t offlineOffset = -1;
  std::uint32_t place = 0; // address where the planner writes the offset
};

struct Reconstruction {
  std::vector<trace::Event> allocations;
  std::optional<trace::Event> lost; // the allocation that did not fit
  bool exact = false;               // sizes and alignments are arguments of calls; otherwise how far a section moved
};

// For an image of our test harness: the run and its arena (emulator/harness/request.h).
struct HarnessRun {
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // offset of the arena's address from a multiple of 64
  std::uint32_t resourceVariables = 0;
  bool linearPlanner = false;
  std::vector<std::uint8_t> operators; // by row of the table: whether the model needs it
};

// What one operator's kernel may touch.
struct OperatorRanges {
  std::int32_t subgraph = 0;
  std::int32_t op = 0;
  std::vector<run::MemoryRange> ranges;
};

// Checks each access of a kernel to the arena; with a harness, to all memory outside the chip, where nothing else is
// but the model.
struct Guard {
  std::uint64_t begin = 0; // of the arena
  std::uint64_t end = 0;   // exclusive
  std::vector<OperatorRanges> operators;
};

// Adjacent bytes that a kernel touched outside its ranges.
struct ForeignBytes {
  trace::Position position; // the operator's
  std::uint64_t begin = 0;
  std::uint64_t end = 0; // exclusive
  bool write = false;
  std::uint32_t at = 0; // instruction of the first access
};

inline constexpr std::size_t kMostForeign = 256; // that a run reports

struct ImageRequest {
  BootOptions boot;
  std::optional<HarnessRun> harness;
  std::span<const std::uint8_t> otherModel; // replaces the model that the interpreter is constructed with; may be empty
  // Bytes by which the arena is larger than the image's (its start moves down) or smaller; its end stays.
  std::int64_t arenaGrowth = 0;
  bool invoke = true;
  bool measureStack = false;                     // slower: reads the stack pointer at every block
  std::vector<std::vector<std::uint8_t>> inputs; // empty: as the application fills it
  std::vector<std::vector<std::uint8_t>> others; // in their place if the application never fills any
  std::uint64_t maxInstructions = 0;
  cpu::FlashTiming flash;
  cpu::RamTiming ram;     // for all RAM of the image
  bool distances = false; // measure how close outputs may lie to inputs
  std::optional<Guard> guard;
  std::uint32_t gapBytes = 0; // added to each buffer that the planner places, so that none touches the next
};

struct ImageResult {
  bool found = false;     // an interpreter with this model
  bool allocated = false; // the application reached an inference, or its operators could be called
  bool invoked = false;
  std::uint32_t arenaAddress = 0;
  std::uint32_t arenaBytes = 0; // the image's own size
  std::uint32_t nodeBytes = 0;
  std::uint32_t constructed = 0;          // allocators constructed, up to the one that is watched
  std::vector<std::uint32_t> otherArenas; // sizes in bytes of further allocators' arenas, until the inference
  bool usedSecondCore = false;            // of an RP2040: costs are the sum of both cores
  bool calledByHost = false;              // the application ran no inference, so that operators were called one by one
  bool invokeSeen = false;                // costs include the interpreter's Invoke(), not only code between operators
  Reconstruction seen;
  std::vector<PlannedRecord> planned; // with their addresses
  std::vector<std::uint32_t> placed;  // address of each
  bool planSeen = false;              // lifetimes are the planner's; otherwise the graph's, without scratch buffers
  std::optional<run::ArenaUse> use;
  run::Cost invoke; // during the inference
  std::vector<run::FunctionCost> invokeFunctions;
  std::optional<run::StackUse> stack;
  std::uint32_t deepestStack = 0;           // with ImageRequest::measureStack: lowest address of the stack in its calls
  std::vector<run::SafeDistance> distances; // with ImageRequest::distances
  std::uint64_t guardedAccesses = 0;        // with ImageRequest::guard: number of accesses checked
  std::vector<ForeignBytes> foreign;        // and the bytes that were not the kernel's, in order of their discovery
  std::string console;
  std::vector<PolledRegister> polled;
  std::vector<std::int32_t> unusedOperators; // built-in codes, registered and not in the model
  int unregistered = -1;                     // row of the operator that the harness could not register
  std::string failure;                       // why it stopped early; empty if it did not
};

} // namespace arenascope::protocol
