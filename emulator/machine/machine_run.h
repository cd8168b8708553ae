// The inside of one run of Machine: the Unicorn engine, its memory, and the accounting of blocks.
#pragma once

#include <unicorn/unicorn.h>

#include <map>
#include <vector>

#include "emulator/machine/block_table.h"
#include "emulator/machine/host_pages.h"
#include "emulator/machine/machine.h"
#include "emulator/machine/stack_meter.h"
#include "emulator/timing/flash_cache.h"

namespace arenascope::machine {

class Machine::Run {
public:
  Run(const FirmwareImage& image, int cpu, const isa::TimedInstructions& timed, BlockTable& blocks,
      const MachineRequest& request, const MachineEvents& events, const std::atomic<bool>& cancelled);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  MachineResult execute();
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

private:
  struct Region {
    std::uint32_t base = 0;
    HostPages pages;
  };
  // A watched call that has not returned yet.
  struct Frame {
    Mark kind = kMarkKernelCall;
    std::uint32_t returnAddress = 0;
    std::uint32_t stackPointer = 0;
    std::uint32_t function = 0; // what is called
    trace::Position position;
    profile::Cost start;
    std::map<std::uint32_t, profile::Cost> functions; // by address, without watched calls inside
    const AllowedAccess* allowed = nullptr;           // with a guard
  };

  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  std::uint64_t regionBytes(std::uint32_t base) const;
  std::string setUp();
  std::string mapMemory();
  bool waitsForMemory() const { return request_.flash.waitStates > 0 || request_.arena.waits(); }
  std::uint32_t arenaAddress() const;
  void meterStack();
  void addHooks();
  void fillGuard();
  bool guardIntact() const;
  std::string explainFault(uc_err error);
  std::string describe(std::uint32_t address) const;

  static void onBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFetchedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onFlashRead(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                          void* user);
  static void onArenaAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                            void* user);
  // Cycles that the processor waits for memory, in the block that runs.
  void wait(std::uint32_t cycles);
  static void onGuardedAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  const AllowedAccess& allowedFor(const trace::Position& position);
  static void onWalkedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onInstruction(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  // What onBlock does for a block that it does not find.
  static void onOtherBlock(Run& run, std::uint32_t address, std::uint32_t bytes);
  void account(Block& block, std::uint32_t address);
  profile::Cost cost() const;
  void onMarked(Block& block, std::uint32_t address);
  void addTimed(Block& block, std::uint32_t address);
  void drainFunctions();
  std::vector<profile::FunctionCost> named(const std::map<std::uint32_t, profile::Cost>& functions) const;
  void stopAtMissing(const Block& block, std::uint32_t address);
  void enterCall(Mark kind, const Block& block, std::uint32_t address);
  void leaveCall(std::uint32_t address);
  void check();
  void countSkipped(std::uint32_t until);
  void stop(const std::string& why);
  std::uint32_t readRegister(int id) const;

  // Touched by every block, so together and first.
  const BlockTable::Fast fast_;
  PackedCost recent_ = 0; // since the last check
  BlockTable& blocks_;
  std::uint64_t next_ = 0; // Block::next of the block that ran last

  const FirmwareImage& image_;
  int cpu_;
  const isa::Architecture& architecture_;
  const isa::TimedInstructions& timed_;
  const MachineRequest& request_;
  const MachineEvents& events_;
  const std::atomic<bool>& cancelled_;
  uc_engine* engine_ = nullptr;
  std::vector<Region> regions_;
  std::uint64_t flashBytes_ = 0;
  std::span<std::uint8_t> arenaGuard_;
  timing::FlashReads flashReads_;
  timing::ArenaAccesses arenaAccesses_;
  Block* running_ = nullptr; // with memory that has wait states
  StackMeter stack_;
  profile::Cost checked_;     // until the last check
  std::uint64_t drained_ = 0; // cycles at the last drain
  std::vector<Frame> frames_;
  std::map<std::pair<std::int32_t, std::int32_t>, AllowedAccess> allowed_; // by subgraph and operator
  MachineResult result_;
  // Accounting::kInstructions: what is left of the block being walked.
  std::uint32_t walkedNext_ = 0;
  std::uint32_t walkedEnd_ = 0;
};

} // namespace arenascope::machine
