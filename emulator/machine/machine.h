// One emulated microcontroller: firmware, RAM, a region for the arena and one for the model.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/overlap_meter.h"
#include "core/analysis/run_trace.h"
#include "core/base/result.h"
#include "core/tflm/variant.h"
#include "emulator/firmware/mailbox.h"
#include "emulator/machine/access_guard.h"
#include "emulator/machine/block_table.h"
#include "emulator/machine/firmware_image.h"
#include "emulator/timing/arena_timing.h"
#include "emulator/timing/cycle_model.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_waits.h"

namespace arenascope::machine {

// How blocks are watched.
enum class Accounting : std::uint8_t {
  kNone,        // nothing is counted and no operator is seen, the engine as it is: a measuring stick for speed
  kBlocks,      // the way it is meant to be
  kInstructions // every instruction stopped at: slow, to check the other
};

struct MachineRequest {
  firmware::Mailbox mailbox{}; // addresses are filled in by the machine
  tflm::Variant variant;       // for firmware that can be told
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // how far the arena's address is from a multiple of 64
  std::uint64_t maxInstructions = 0;
  Accounting accounting = Accounting::kBlocks;
  timing::FlashTiming flash;              // with Accounting::kBlocks
  timing::ArenaTiming arena;              // likewise
  timing::RamWaits ram;                   // likewise, of all other RAM, and of the arena where that has none of its own
  profile::OverlapMeter* meter = nullptr; // told of every access of a kernel to the arena
  bool guard = false; // every access of a kernel to arena and model is looked at; MachineEvents says what is fine
};

// Called from inside the run.
struct MachineEvents {
  std::function<void(const trace::Event&)> onEvent;
  std::function<void(const trace::Position&, int depth, const profile::Cost&, std::vector<profile::FunctionCost>)>
      onOperator;
  // With MachineRequest::guard: what the operator there may touch of the arena.
  std::function<std::vector<profile::OperatorMemory::Range>(const trace::Position&)> allowedMemory = {};
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
  std::string failure; // a fault, a runaway, a cancelled run or a write beside the arena; empty when there was none
};

class Machine {
public:
  // cpu: Unicorn's number of the processor.
  Machine(const FirmwareImage& image, int cpu, const timing::CycleModel& model);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // One run from reset. cancelled: looked at now and then. Where it ends well and only counts, the engine and what it
  // has translated serve the next such run; what a run finds and tells is the same either way.
  MachineResult run(const MachineRequest& request, const MachineEvents& events, const std::atomic<bool>& cancelled);

  // The machine's memory while a run goes on or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

  // Bytes that have to go before it can run with an arena of that size; the engine looks at each of their pages.
  std::uint64_t bytesInTheWayOf(std::uint64_t arenaBytes) const;

private:
  class Run;
  struct Inside;

  static bool canKeepEngine(const MachineRequest& request);
  void markSymbols();

  const FirmwareImage& image_;
  int cpu_;
  std::unique_ptr<isa::TimedInstructions> timed_;
  BlockTable blocks_; // what one run has decoded serves the next
  std::unique_ptr<Inside> kept_;
  std::unique_ptr<Inside> once_;
  Inside* last_ = nullptr;
};

} // namespace arenascope::machine
