// Request to a machine with our own firmware, and its answer.
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
#include "emulator/cpu/placed_memory.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/firmware/mailbox.h"

namespace arenascope::protocol {

// How blocks are observed.
enum class Instrumentation : std::uint8_t {
  kNone,        // no counts and no operators, the bare engine: a baseline for speed
  kBlocks,      // the usual mode
  kInstructions // stops at every instruction: slow, to check kBlocks
};

// Windows of a machine's memory (emulator/protocol/guest_file.h): for the engine kept between runs, and for one that
// serves a single run.
inline constexpr int kKeptWindow = 0;
inline constexpr int kOnceWindow = 1;

struct MachineRequest {
  firmware::Mailbox mailbox{}; // the machine fills in the addresses
  tflm::Variant variant;       // for configurable firmware
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t decompressionBytes = 0; // alternative decompression memory, for configurable firmware
  std::uint32_t arenaMisalignment = 0;  // offset of the arena's address from a multiple of 64
  std::uint64_t maxInstructions = 0;
  Instrumentation instrumentation = Instrumentation::kBlocks;
  cpu::FlashTiming flash;                              // with Instrumentation::kBlocks
  cpu::RamTiming ram;                                  // likewise
  std::optional<cpu::ArenaTiming> arena;               // likewise, if it lies in separate RAM
  std::vector<cpu::PlacedRange> placed;                // likewise: of code and model, rising
  std::shared_ptr<const model::ModelInfo> distancesOf; // measure how close its outputs may lie to inputs
  bool guard = false; // check every access of a kernel to arena and model; MachineEvents has the allowed ranges
};

// Behind the arena, filled with a pattern: it shows what reaches past the end.
inline constexpr std::uint32_t kGuardBytes = 4096;

// Of the alternative decompression memory, behind the pattern. arenaBase: as mapped by the machine.
inline std::uint32_t decompressionAddress(const MachineRequest& request, std::uint32_t arenaBase) {
  constexpr std::uint32_t kAlignment = 16; // as applications align it
  const auto end = static_cast<std::uint32_t>(arenaBase + request.arenaMisalignment + request.arenaBytes + kGuardBytes);
  return (end + kAlignment - 1) / kAlignment * kAlignment;
}
// Bytes from arenaBase on that the machine maps for arena, pattern and decompression memory.
inline std::uint64_t arenaWindow(const MachineRequest& request) {
  const std::uint32_t decompression = request.decompressionBytes;
  return decompression > 0 ? decompressionAddress(request, 0) + std::uint64_t{decompression}
                           : request.arenaMisalignment + request.arenaBytes + kGuardBytes;
}

// Whether the request needs a hook on every memory access.
inline bool watchesMemory(const MachineRequest& request) {
  return request.guard || request.distancesOf != nullptr || request.flash.waitStates > 0 ||
         cpu::PlacedMemory(request.placed).hasWaitStates() || request.ram.hasWaitStates() ||
         (request.arena && request.arena->hasWaitStates());
}

// One access of a kernel.
struct Access {
  trace::Position position; // the operator's
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  bool write = false;
};

// Polled: whether the run is to be cancelled.
using IsCancelled = std::function<bool()>;

// An operator has run; its outputs are still in memory.
using OnOperator =
    std::function<void(const trace::Position&, int depth, const run::Cost&, std::vector<run::FunctionCost>)>;

// Called during the run; the machine's memory may be read and written.
struct MachineEvents {
  std::function<void(const trace::Event&)> onEvent;
  OnOperator onOperator;
  // With MachineRequest::guard: the parts of the arena that the operator may touch.
  std::function<std::vector<run::MemoryRange>(const trace::Position&)> allowedMemory = {};
  // It touched another part: the run ends with this text.
  std::function<std::string(const Access&)> describeAccess = {};
};

struct MachineResult {
  firmware::Outcome outcome = firmware::Outcome::kRunning;
  run::Cost total;                                // from reset to the end
  run::Cost invoke;                               // inside the inference
  std::optional<run::StackUse> stack;             // if anything is counted
  std::vector<run::FunctionCost> invokeFunctions; // in Invoke() and outside kernels
  std::uint64_t countedInstructions = 0;          // with Instrumentation::kInstructions: the independent count
  std::uint64_t guardedAccesses = 0;              // with MachineRequest::guard: number of accesses checked
  std::vector<run::SafeDistance> distances;       // with MachineRequest::distancesOf
  // Wait cycles inside the inference of each part in MachineRequest::placed.
  std::vector<std::uint64_t> placedWaits;
  std::string failure; // fault, runaway, cancelled run or write outside the arena; empty if none
};

} // namespace arenascope::protocol
