// What our own firmware tells while it runs, on whatever engine: the functions that it has for that, the stack of its
// stages, and what its kernels touch.
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

// What is wrong where something lies after the arena that the firmware was given.
inline constexpr const char* kPastTheArena = "a kernel reached past the end of the arena";

// Where a request's arena lies, when it is misaligned as that says from a multiple of 64.
cpu::AddressRange arenaOf(const protocol::MachineRequest& request, std::uint32_t arenaBase);

class FirmwareWatch {
public:
  // All must outlive it. arenaBase, modelBase: where the machine has them.
  FirmwareWatch(InstrumentedRun& run, const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                std::uint32_t arenaBase, std::uint32_t modelBase);

  // The functions that are watched.
  static void markSymbols(const protocol::FirmwareImage& image, BlockTable& blocks);

  // Before the start, with all memory in place: what the firmware is asked for, a pattern after the arena and, where
  // anything is counted, in the stack, which grows down from stackTop. Empty, or what is wrong with the image.
  std::string begin(std::uint32_t stackTop);
  // A marked block is about to run.
  void onMarked(const Block& block, std::uint32_t address);
  void onReturned(const InstrumentedRun::Frame& frame, const run::Cost& spent);
  // With MachineRequest::distancesOf and ::guard: an access to the arena, and one to it or to the model.
  void onMeteredAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  void onGuardedAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  // With Instrumentation::kInstructions: a block begins, and an instruction of it is executed.
  void onWalkedBlock(std::uint32_t address, std::uint32_t bytes);
  void onInstruction(std::uint32_t address, std::uint32_t bytes);

  // failure: of the run, the first that was found; where it is empty the firmware may still have one.
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
  // What is left of the block that is walked.
  std::uint32_t walkedNext_ = 0;
  std::uint32_t walkedEnd_ = 0;
};

} // namespace arenascope::instrumentation
