// One run of a Unicorn engine: memory regions, the cost of blocks, and watched calls. What the program is, where it
// lies and what its marks mean is for who derives from it: Machine::Run has our own firmware, image::ImageRun
// anybody's.
#pragma once

#include <unicorn/unicorn.h>

#include <map>
#include <string>
#include <vector>

#include "core/analysis/run_trace.h"
#include "emulator/binary/firmware_image.h"
#include "emulator/machine/access_guard.h"
#include "emulator/machine/block_table.h"
#include "emulator/machine/engine.h"
#include "emulator/pipe/machine_request.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_timing.h"

namespace arenascope::machine {

// Both halves; less than nothing wraps, and comes right in a sum with what it is saved from.
profile::Cost unpacked(PackedCost cost);

class EngineRun {
public:
  EngineRun(const EngineRun&) = delete;
  EngineRun& operator=(const EngineRun&) = delete;

  // The memory at an address; empty where not all of it is mapped in one region.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) { return memory_.memory(address, bytes); }

protected:
  enum class Call : std::uint8_t { kKernel, kInvoke, kAllocate, kStage };
  // A watched call that has not returned yet.
  struct Frame {
    Call kind = Call::kKernel;
    std::uint32_t returnAddress = 0;
    std::uint32_t stackPointer = 0;
    std::uint32_t function = 0; // what is called
    trace::Position position;
    profile::Cost start;
    std::map<std::uint32_t, profile::Cost> functions; // by address, without watched calls inside
    const AllowedAccess* allowed = nullptr;           // with a guard
  };

  // engine: opened. All must outlive the run.
  EngineRun(Engine& engine, const isa::Architecture& architecture, const FirmwareImage& image, BlockTable& blocks,
            const timing::FlashTiming& flash, timing::RamAccesses ram, std::uint64_t maxInstructions,
            const IsCancelled& isCancelled);
  virtual ~EngineRun() = default;

  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
    return memory_.map(base, bytes, protection);
  }

  // Hooks of blocks, with what the flash makes the processor wait or without; `user` is the EngineRun.
  static void onBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFetchedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFlashRead(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                          void* user);

  static void onRamAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                          void* user);

  // A block that has marks is about to run. False: it does not run now, the engine has been told to stop before it.
  virtual bool onMarked(Block& block, std::uint32_t address) = 0;
  // A watched call has returned.
  virtual void onReturned(Frame frame, const profile::Cost& spent) = 0;
  // Every million instructions.
  virtual void onCheck() {}

  // Blocks are to be watched by onFetchedBlock.
  bool waitsForMemory() const { return flash_.waitStates > 0 || ram_.waits(); }
  profile::Cost cost() const;
  // Cycles that the processor waits for memory, in the block that runs.
  void wait(std::uint32_t cycles);
  void spend(Block& block, std::uint32_t cycles);
  void check();
  void stop(const std::string& why);

  // What the processor is about to call, with the return address and the stack as they are.
  Frame frameOf(Call kind, std::uint32_t function) const;
  void pushFrame(Frame frame);
  // Kernels among the calls that have not returned.
  int kernelDepth() const;
  // Nothing happens where no watched call returns to this address.
  void leaveCall(std::uint32_t address);
  void drainFunctions();
  std::vector<profile::FunctionCost> named(const std::map<std::uint32_t, profile::Cost>& functions) const;

  std::uint32_t readRegister(int id) const;
  std::string describe(std::uint32_t address) const;
  std::string explainFault(uc_err error) const;

private:
  // What onBlock does for a block that it does not find.
  static void onOtherBlock(EngineRun& run, std::uint32_t address, std::uint32_t bytes);
  void account(Block& block, std::uint32_t address);

  // Touched by every block, so together and first.
  const BlockTable::Fast fast_;
  PackedCost recent_ = 0;  // since the last check
  std::uint64_t next_ = 0; // Block::next of the block that ran last

protected:
  BlockTable& blocks_;
  const FirmwareImage& image_;
  const isa::Architecture& architecture_;
  const IsCancelled& isCancelled_;
  Engine& memory_;
  uc_engine* const engine_; // of it
  const timing::FlashTiming flash_;
  timing::FlashReads flashReads_;
  timing::RamAccesses ram_;
  std::uint64_t maxInstructions_;
  Block* running_ = nullptr; // with memory that has wait states
  std::vector<Frame> frames_;
  std::string failure_; // a fault, a runaway or a cancelled run

private:
  profile::Cost checked_;     // until the last check
  std::uint64_t drained_ = 0; // cycles at the last drain
};

} // namespace arenascope::machine
