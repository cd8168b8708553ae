// What a machine with our own firmware is asked for, and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/interpreter/tflm/variant.h"
#include "core/model/graph/model_info.h"
#include "core/run/memory_range.h"
#include "core/run/run_trace.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/firmware/mailbox.h"

namespace arenascope::protocol {

// How blocks are watched.
enum class Instrumentation : std::uint8_t {
  kNone,        // nothing is counted and no operator is seen, the engine as it is: a measuring stick for speed
  kBlocks,      // the way it is meant to be
  kInstructions // every instruction stopped at: slow, to check the other
};

// Windows of a machine's memory (emulator/protocol/guest_file.h): of the engine that stays from run to run, and of one
// for a single run.
inline constexpr int kKeptWindow = 0;
inline constexpr int kOnceWindow = 1;

struct MachineRequest {
  firmware::Mailbox mailbox{}; // addresses are filled in by the machine
  tflm::Variant variant;       // for firmware that can be told
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // how far the arena's address is from a multiple of 64
  std::uint64_t maxInstructions = 0;
  Instrumentation instrumentation = Instrumentation::kBlocks;
  cpu::FlashTiming flash;                              // with Instrumentation::kBlocks
  cpu::RamTiming ram;                                  // likewise
  std::optional<cpu::ArenaTiming> arena;               // likewise, where it lies in other RAM than everything else
  std::shared_ptr<const model::ModelInfo> distancesOf; // how close its outputs may lie to inputs is looked at
  bool guard = false; // every access of a kernel to arena and model is looked at; MachineEvents says what is fine
};

// Whether every access to memory has to be looked at for it.
inline bool watchesMemory(const MachineRequest& request) {
  return request.guard || request.distancesOf != nullptr || request.flash.waitStates > 0 ||
         request.ram.hasWaitStates() || (request.arena && request.arena->hasWaitStates());
}

// One access of a kernel.
struct Access {
  trace::Position position; // the operator's
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  bool write = false;
};

// Asked now and then: whether the run is no longer wanted.
using IsCancelled = std::function<bool()>;

// An operator has run; its outputs are still in memory.
using OnOperator =
    std::function<void(const trace::Position&, int depth, const run::Cost&, std::vector<run::FunctionCost>)>;

// Called from inside the run; the machine's memory may be read and written meanwhile.
struct MachineEvents {
  std::function<void(const trace::Event&)> onEvent;
  OnOperator onOperator;
  // With MachineRequest::guard: what the operator there may touch of the arena.
  std::function<std::vector<run::MemoryRange>(const trace::Position&)> allowedMemory = {};
  // It touched something else: the run ends with what this answers.
  std::function<std::string(const Access&)> describeAccess = {};
};

struct MachineResult {
  firmware::Outcome outcome = firmware::Outcome::kRunning;
  run::Cost total;                                // from reset to the end
  run::Cost invoke;                               // inside the inference
  std::optional<run::StackUse> stack;             // where anything is counted
  std::vector<run::FunctionCost> invokeFunctions; // in it and outside kernels
  std::uint64_t countedInstructions = 0;          // with Instrumentation::kInstructions: the independent count
  std::uint64_t guardedAccesses = 0;              // with MachineRequest::guard: how many were looked at
  std::vector<run::SafeDistance> distances;       // with MachineRequest::distancesOf
  std::string failure; // a fault, a runaway, a cancelled run or a write beside the arena; empty when there was none
};

} // namespace arenascope::protocol
