// One run on any engine: the cost of its blocks, and watched calls. Derived classes execute it and give the marks their
// meaning.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run/run_trace.h"
#include "emulator/cpu/architecture.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/placed_memory.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/instrumentation/access_guard.h"
#include "emulator/instrumentation/block_table.h"
#include "emulator/protocol/firmware_image.h"
#include "emulator/protocol/machine_request.h"

struct uc_struct; // Unicorn's engine, if that is in use

namespace arenascope::instrumentation {

// Both halves; a negative count wraps around, and the later sum is right again.
run::Cost unpacked(PackedCost cost);

class InstrumentedRun {
public:
  InstrumentedRun(const InstrumentedRun&) = delete;
  InstrumentedRun& operator=(const InstrumentedRun&) = delete;

  enum class Call : std::uint8_t { kKernel, kInvoke, kAllocate, kStage };
  // A watched call that has not returned yet.
  struct Frame {
    Call kind = Call::kKernel;
    std::uint32_t returnAddress = 0;
    std::uint32_t stackPointer = 0;
    std::uint32_t function = 0; // the function called
    trace::Position position;
    run::Cost start;
    std::map<std::uint32_t, run::Cost> functions; // by address, without watched calls inside
    const AllowedAccess* allowed = nullptr;       // with a guard
  };

  // The memory at an address; empty where not all of it is mapped in one region.
  virtual std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) = 0;
  // id: from cpu::Architecture.
  virtual std::uint32_t readRegister(int id) const = 0;

  run::Cost cost() const;
  // Adds cycles of a block to those known in advance.
  void spend(Block& block, std::uint32_t cycles);
  // Ends the run; the first reason is kept.
  void stop(const std::string& why);

  // A call that is about to start, with the present return address and stack.
  Frame frameOf(Call kind, std::uint32_t function) const;
  void pushFrame(Frame frame);
  // Calls that have not returned, innermost last.
  std::vector<Frame>& frames() { return frames_; }
  // Number of kernels among them.
  int kernelDepth() const;
  // Ignored if no watched call returns to this address.
  void leaveCall(std::uint32_t address);
  void drainFunctions();
  std::vector<run::FunctionCost> named(const std::map<std::uint32_t, run::Cost>& functions) const;
  // An address with its function's name, if any.
  std::string describe(std::uint32_t address) const;

  // Wait cycles so far, by part of what is placed.
  const std::vector<std::uint64_t>& placedWaits() const { return placed_.waits(); }

  const protocol::FirmwareImage& image() const { return image_; }
  const cpu::Architecture& architecture() const { return architecture_; }

protected:
  // All must outlive the run.
  InstrumentedRun(const cpu::Architecture& architecture, const protocol::FirmwareImage& image, BlockTable& blocks,
                  const cpu::FlashTiming& flash, cpu::RamAccesses ram, cpu::PlacedMemory placed,
                  std::uint64_t maxInstructions, const protocol::IsCancelled& isCancelled);
  virtual ~InstrumentedRun() = default;

  // Before each block, without and with the flash's wait states; `user` is the InstrumentedRun.
  static void onBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFetchedBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);
  // The same as onBlock, told the block's place: BlockTable::Fast::placeOf(address), or any block with the key 0.
  static void onPlacedBlock(Block* block, std::uint64_t address, std::uint32_t size, void* user);

  // Before each block with marks. False: it does not run now, since the engine was stopped before it.
  virtual bool onMarked(Block& block, std::uint32_t address) = 0;
  // A watched call has returned.
  virtual void onReturned(Frame frame, const run::Cost& spent) = 0;
  // Every million instructions.
  virtual void onCheck() {}
  // Stops the engine before the next block.
  virtual void interrupt() = 0;

  // Whether blocks need onFetchedBlock, and reads of constants readFlash.
  bool hasFlashWaitStates() const { return hasFlashWaitStates_; }
  // A read of flash or an access to RAM: adds its wait states to the running block.
  void readFlash(std::uint32_t address, std::uint32_t bytes);
  void accessRam(std::uint32_t address, std::uint32_t bytes, bool write);

  // Whether blocks need onFetchedBlock.
  bool hasMemoryWaitStates() const { return hasFlashWaitStates() || ram_.hasWaitStates(); }
  // Adds memory wait cycles to the running block.
  void wait(std::uint32_t cycles);
  void check();
  // "0x… in f(), called from 0x… in g()", from the present registers.
  std::string whereItIs() const;

private:
  // Part of onBlock for a block that it does not find.
  static void onOtherBlock(InstrumentedRun& run, std::uint32_t address, std::uint32_t bytes);
  void account(Block& block, std::uint32_t address);
  void fetch(std::uint32_t address, std::uint32_t bytes);

  // Used by every block, so together and first. The two that change are apart: neighbours are stored as one, and the
  // next block would wait for that before it has its half.
  std::uint64_t next_ = 0; // Block::next of the block that ran last
  const BlockTable::Fast fast_;
  PackedCost recent_ = 0; // since the last check

protected:
  BlockTable& blocks_;
  const protocol::FirmwareImage& image_;
  const cpu::Architecture& architecture_;
  const protocol::IsCancelled& isCancelled_;
  const cpu::FlashTiming flash_;
  cpu::FlashReads flashReads_;
  cpu::RamAccesses ram_;
  cpu::PlacedMemory placed_;
  const bool hasFlashWaitStates_;
  std::uint64_t maxInstructions_;
  Block* running_ = nullptr; // if memory has wait states
  std::vector<Frame> frames_;
  std::string failure_; // a fault, a runaway or a cancellation

private:
  run::Cost checked_;         // until the last check
  std::uint64_t drained_ = 0; // cycles at the last drain
};

} // namespace arenascope::instrumentation
