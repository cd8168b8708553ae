// What a machine with our own firmware is asked for, and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/memory_range.h"
#include "core/analysis/run_trace.h"
#include "core/model/model_info.h"
#include "core/tflm/variant.h"
#include "emulator/firmware/mailbox.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_timing.h"

namespace arenascope::machine {

// How blocks are watched.
enum class Accounting : std::uint8_t {
  kNone,        // nothing is counted and no operator is seen, the engine as it is: a measuring stick for speed
  kBlocks,      // the way it is meant to be
  kInstructions // every instruction stopped at: slow, to check the other
};

// Windows of a machine's memory (emulator/pipe/guest_file.h): of the engine that stays from run to run, and of one for
// a single run.
inline constexpr int kKeptWindow = 0;
inline constexpr int kOnceWindow = 1;

struct MachineRequest {
  firmware::Mailbox mailbox{}; // addresses are filled in by the machine
  tflm::Variant variant;       // for firmware that can be told
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // how far the arena's address is from a multiple of 64
  std::uint64_t maxInstructions = 0;
  Accounting accounting = Accounting::kBlocks;
  timing::FlashTiming flash;                             // with Accounting::kBlocks
  timing::RamTiming ram;                                 // likewise
  std::optional<timing::ArenaTiming> arena;              // likewise, where it lies in other RAM than everything else
  std::shared_ptr<const profile::ModelInfo> distancesOf; // how close its outputs may lie to inputs is looked at
  bool guard = false; // every access of a kernel to arena and model is looked at; MachineEvents says what is fine
};

// Whether every access to memory has to be looked at for it.
inline bool watchesMemory(const MachineRequest& request) {
  return request.guard || request.distancesOf != nullptr || request.flash.waitStates > 0 || request.ram.waits() ||
         (request.arena && request.arena->waits());
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
    std::function<void(const trace::Position&, int depth, const profile::Cost&, std::vector<profile::FunctionCost>)>;

// Called from inside the run; the machine's memory may be read and written meanwhile.
struct MachineEvents {
  std::function<void(const trace::Event&)> onEvent;
  OnOperator onOperator;
  // With MachineRequest::guard: what the operator there may touch of the arena.
  std::function<std::vector<profile::MemoryRange>(const trace::Position&)> allowedMemory = {};
  // It touched something else: the run ends with what this answers.
  std::function<std::string(const Access&)> describeAccess = {};
};

struct MachineResult {
  firmware::Outcome outcome = firmware::Outcome::kRunning;
  profile::Cost total;                                // from reset to the end
  profile::Cost invoke;                               // inside the inference
  std::optional<profile::StackUse> stack;             // where anything is counted
  std::vector<profile::FunctionCost> invokeFunctions; // in it and outside kernels
  std::uint64_t countedInstructions = 0;              // with Accounting::kInstructions: the independent count
  std::uint64_t guardedAccesses = 0;                  // with MachineRequest::guard: how many were looked at
  std::vector<profile::SafeDistance> distances;       // with MachineRequest::distancesOf
  std::string failure; // a fault, a runaway, a cancelled run or a write beside the arena; empty when there was none
};

} // namespace arenascope::machine
