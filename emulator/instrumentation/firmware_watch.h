// Events, stack use and kernels' memory accesses of our own firmware during a run, on any engine.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "emulator/instrumentation/access_guard.h"
#include "emulator/instrumentation/instrumented_run.h"
#include "emulator/instrumentation/overlap_profiler.h"
#include "emulator/instrumentation/stack_profiler.h"

namespace arenascope::instrumentation {

// Failure if something was written after the arena.
inline constexpr const char* kPastTheArena = "a kernel reached past the end of the arena";

// The request's arena in memory, shifted from a multiple of 64 by its misalignment.
cpu::AddressRange arenaOf(const protocol::MachineRequest& request, std::uint32_t arenaBase);

class FirmwareWatch {
public:
  // All must outlive it. arenaBase, modelBase: as mapped by the machine.
  FirmwareWatch(InstrumentedRun& run, const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                std::uint32_t arenaBase, std::uint32_t modelBase);

  // Marks the functions to watch.
  static void markSymbols(const protocol::FirmwareImage& image, BlockTable& blocks);

  // Before the start, with all memory mapped: writes the request to the mailbox, and patterns after the arena and, if
  // anything is counted, into the stack, which grows down from stackTop. Empty, or what is wrong with the image.
  std::string begin(std::uint32_t stackTop);
  // Before each marked block.
  void onMarked(const Block& block, std::uint32_t address);
  void onReturned(const InstrumentedRun::Frame& frame, const run::Cost& spent);
  // With MachineRequest::distancesOf and ::guard: an access to the arena, or to arena and model.
  void onMeteredAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  void onGuardedAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  // The same for an access that is allowed; false, and nothing else, if it is not.
  bool isAllowed(std::uint32_t address, std::uint32_t bytes, bool write);
  // With Instrumentation::kInstructions: the start of a block, and each instruction of it.
  void onWalkedBlock(std::uint32_t address, std::uint32_t bytes);
  void onInstruction(std::uint32_t address, std::uint32_t bytes);

  // failure: the first one of the run; if empty, the firmware's own result may still be one.
  protocol::MachineResult finish(std::string failure);

private:
  void profileStack(std::uint32_t stackTop);
  void enterCall(InstrumentedRun::Call kind, const Block& block, std::uint32_t address);
  void countSkipped(std::uint32_t until);
  const AllowedAccess& allowedFor(const trace::Position& position);

  InstrumentedRun& run_;
  const protocol::MachineRequest& request_;
  const protocol::MachineEvents& events_;
  std::uint32_t arenaBase_;
  std::uint32_t modelBase_;
  std::span<std::uint8_t> arenaGuard_;
  StackProfiler stack_;
  std::optional<OverlapProfiler> profiler_;
  std::map<std::pair<std::int32_t, std::int32_t>, AllowedAccess> allowed_; // by subgraph and operator
  protocol::MachineResult result_;
  std::vector<std::uint64_t> waitsBefore_; // the inference, by part
  // The remaining part of the block being walked.
  std::uint32_t walkedNext_ = 0;
  std::uint32_t walkedEnd_ = 0;
};

} // namespace arenascope::instrumentation
