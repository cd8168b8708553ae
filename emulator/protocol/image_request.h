// What a machine with a user's firmware image is asked for, and what it answers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/interpreter/trace/event.h"
#include "core/run/run_trace.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/protocol/boot_options.h"

namespace arenascope::protocol {

// A register that firmware read again and again.
struct PolledRegister {
  std::uint32_t address = 0;
  std::uint64_t reads = 0; // since it was written last
};

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

// For an image that has our harness in it: what to run, and in which arena (emulator/harness/request.h).
struct HarnessRun {
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // how far the arena's address is from a multiple of 64
  std::uint32_t resourceVariables = 0;
  bool linearPlanner = false;
  std::vector<std::uint8_t> operators; // by row of the table: whether the model needs it
};

struct ImageRequest {
  BootOptions boot;
  std::optional<HarnessRun> harness;
  std::span<const std::uint8_t> otherModel; // what the interpreter is constructed with instead of its own; or empty
  // Bytes that the arena is larger (its start lies lower) or smaller than the image's; its end stays.
  std::int64_t arenaGrowth = 0;
  bool invoke = true;
  bool measureStack = false;                     // slower: the stack pointer is read at every block
  std::vector<std::vector<std::uint8_t>> inputs; // empty ones stay as the application fills them,
  std::vector<std::vector<std::uint8_t>> others; // or get these, where it never comes to that
  std::uint64_t maxInstructions = 0;
  cpu::FlashTiming flash;
  cpu::RamTiming ram;     // wherever the image has RAM
  bool distances = false; // see how close outputs may lie to inputs
};

struct ImageResult {
  bool found = false;     // an interpreter with this model
  bool allocated = false; // the application came to an inference, or its operators could be called
  bool invoked = false;
  std::uint32_t arenaAddress = 0;
  std::uint32_t arenaBytes = 0; // as the image has it
  std::uint32_t nodeBytes = 0;
  std::uint32_t constructed = 0;          // allocators, until the one that is watched
  std::vector<std::uint32_t> otherArenas; // bytes of those of further allocators, until the inference
  bool usedSecondCore = false;            // of an RP2040: costs are those of both, one after the other
  bool calledByHost = false; // the application never ran an inference, so that its operators were called one by one
  bool invokeSeen = false;   // costs are those of the interpreter's Invoke(), not only of what is between operators
  Reconstruction seen;
  std::vector<PlannedRecord> planned; // with where they were put
  std::vector<std::uint32_t> placed;  // address of each of these
  bool planSeen = false;              // lifetimes are the planner's; otherwise they are the graph's, without scratch
  std::optional<run::ArenaUse> use;
  run::Cost invoke; // inside the inference
  std::vector<run::FunctionCost> invokeFunctions;
  std::optional<run::StackUse> stack;
  std::vector<run::SafeDistance> distances; // with ImageRequest::distances
  std::string console;
  std::vector<PolledRegister> polled;
  std::vector<std::int32_t> unusedOperators; // built-in codes that are registered, and not in the model
  int unregistered = -1;                     // the row of an operator that the harness could not register
  std::string failure;                       // why it did not come further; empty where it did
};

} // namespace arenascope::protocol
