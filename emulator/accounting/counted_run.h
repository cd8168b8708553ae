// One run of whatever engine: the cost of its blocks, and watched calls. What executes is for who derives from it, and
// so is what the program's marks mean.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/analysis/run_trace.h"
#include "emulator/accounting/access_guard.h"
#include "emulator/accounting/block_table.h"
#include "emulator/binary/firmware_image.h"
#include "emulator/isa/architecture.h"
#include "emulator/pipe/machine_request.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_timing.h"

struct uc_struct; // Unicorn's engine, where there is one

namespace arenascope::machine {

// Both halves; less than nothing wraps, and comes right in a sum with what it is saved from.
profile::Cost unpacked(PackedCost cost);

class CountedRun {
public:
  CountedRun(const CountedRun&) = delete;
  CountedRun& operator=(const CountedRun&) = delete;

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

  // The memory at an address; empty where not all of it is mapped in one region.
  virtual std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) = 0;
  // By isa::Architecture's number.
  virtual std::uint32_t readRegister(int id) const = 0;

  profile::Cost cost() const;
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
  std::vector<profile::FunctionCost> named(const std::map<std::uint32_t, profile::Cost>& functions) const;
  // An address with its function's name, if it has one.
  std::string describe(std::uint32_t address) const;

  const FirmwareImage& image() const { return image_; }
  const isa::Architecture& architecture() const { return architecture_; }

protected:
  // All must outlive the run.
  CountedRun(const isa::Architecture& architecture, const FirmwareImage& image, BlockTable& blocks,
             const timing::FlashTiming& flash, timing::RamAccesses ram, std::uint64_t maxInstructions,
             const IsCancelled& isCancelled);
  virtual ~CountedRun() = default;

  // A block is about to run, and with what the flash makes the processor wait for it; `user` is the CountedRun.
  static void onBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFetchedBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user);

  // A block that has marks is about to run. False: it does not run now, the engine has been told to stop before it.
  virtual bool onMarked(Block& block, std::uint32_t address) = 0;
  // A watched call has returned.
  virtual void onReturned(Frame frame, const profile::Cost& spent) = 0;
  // Every million instructions.
  virtual void onCheck() {}
  // The engine is to execute no further block.
  virtual void interrupt() = 0;

  // Data is read from flash, or RAM is accessed: the block that runs waits for it.
  void readFlash(std::uint32_t address, std::uint32_t bytes);
  void accessRam(std::uint32_t address, std::uint32_t bytes, bool write);

  // Blocks are to be watched by onFetchedBlock.
  bool waitsForMemory() const { return flash_.waitStates > 0 || ram_.waits(); }
  // Cycles that the processor waits for memory, in the block that runs.
  void wait(std::uint32_t cycles);
  void check();
  // "0x… in f(), called from 0x… in g()", as the registers are now.
  std::string whereItIs() const;

private:
  // What onBlock does for a block that it does not find.
  static void onOtherBlock(CountedRun& run, std::uint32_t address, std::uint32_t bytes);
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
