// One run of whatever engine: the cost of its blocks, and watched calls. What executes is for who derives from it, and
// so is what the program's marks mean.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run/run_trace.h"
#include "emulator/cpu/architecture.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/instrumentation/access_guard.h"
#include "emulator/instrumentation/block_table.h"
#include "emulator/protocol/firmware_image.h"
#include "emulator/protocol/machine_request.h"

struct uc_struct; // Unicorn's engine, where there is one

namespace arenascope::instrumentation {

// Both halves; less than nothing wraps, and comes right in a sum with what it is saved from.
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
    std::uint32_t function = 0; // what is called
    trace::Position position;
    run::Cost start;
    std::map<std::uint32_t, run::Cost> functions; // by address, without watched calls inside
    const AllowedAccess* allowed = nullptr;       // with a guard
  };

  // The memory at an address; empty where not all of it is mapped in one region.
  virtual std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) = 0;
  // By isa::Architecture's number.
  virtual std::uint32_t readRegister(int id) const = 0;

  run::Cost cost() const;
  // Cycles that a block takes beside those that are known of it.
  void spend(Block& block, std::uint32_t cycles);
  // The run ends with that; the first reason counts.
  void stop(const std::string& why);

  // What the processor is about to call, with the return address and the stack as they are.
  Frame frameOf(Call kind, std::uint32_t function) const;
  void pushFrame(Frame frame);
  // Those that have not returned; the innermost is the last.
  std::vector<Frame>& frames() { return frames_; }
  // Kernels among them.
  int kernelDepth() const;
  // Nothing happens where no watched call returns to this address.
  void leaveCall(std::uint32_t address);
  void drainFunctions();
  std::vector<run::FunctionCost> named(const std::map<std::uint32_t, run::Cost>& functions) const;
  // An address with its function's name, if it has one.
  std::string describe(std::uint32_t address) const;

  const protocol::FirmwareImage& image() const { return image_; }
  const cpu::Architecture& architecture() const { return architecture_; }

protected:
  // All must outlive the run.
  InstrumentedRun(const cpu::Architecture& architecture, const protocol::FirmwareImage& image, BlockTable& blocks,
                  const cpu::FlashTiming& flash, cpu::RamAccesses ram, std::uint64_t maxInstructions,
                  const protocol::IsCancelled& isCancelled);
  virtual ~InstrumentedRun() = default;

  // A block is about to run, and with what the flash makes the processor wait for it; `user` is the InstrumentedRun.
  static void onBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFetchedBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);

  // A block that has marks is about to run. False: it does not run now, the engine has been told to stop before it.
  virtual bool onMarked(Block& block, std::uint32_t address) = 0;
  // A watched call has returned.
  virtual void onReturned(Frame frame, const run::Cost& spent) = 0;
  // Every million instructions.
  virtual void onCheck() {}
  // The engine is to execute no further block.
  virtual void interrupt() = 0;

  // Data is read from flash, or RAM is accessed: the block that runs waits for it.
  void readFlash(std::uint32_t address, std::uint32_t bytes);
  void accessRam(std::uint32_t address, std::uint32_t bytes, bool write);

  // Blocks are to be watched by onFetchedBlock.
  bool hasMemoryWaitStates() const { return flash_.waitStates > 0 || ram_.hasWaitStates(); }
  // Cycles that the processor waits for memory, in the block that runs.
  void wait(std::uint32_t cycles);
  void check();
  // "0x… in f(), called from 0x… in g()", as the registers are now.
  std::string whereItIs() const;

private:
  // What onBlock does for a block that it does not find.
  static void onOtherBlock(InstrumentedRun& run, std::uint32_t address, std::uint32_t bytes);
  void account(Block& block, std::uint32_t address);

  // Touched by every block, so together and first.
  const BlockTable::Fast fast_;
  PackedCost recent_ = 0;  // since the last check
  std::uint64_t next_ = 0; // Block::next of the block that ran last

protected:
  BlockTable& blocks_;
  const protocol::FirmwareImage& image_;
  const cpu::Architecture& architecture_;
  const protocol::IsCancelled& isCancelled_;
  const cpu::FlashTiming flash_;
  cpu::FlashReads flashReads_;
  cpu::RamAccesses ram_;
  std::uint64_t maxInstructions_;
  Block* running_ = nullptr; // with memory that has wait states
  std::vector<Frame> frames_;
  std::string failure_; // a fault, a runaway or a cancelled run

private:
  run::Cost checked_;         // until the last check
  std::uint64_t drained_ = 0; // cycles at the last drain
};

} // namespace arenascope::instrumentation
