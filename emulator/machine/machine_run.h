// The inside of one run of CortexMMachine: the Unicorn engine, its memory, and the accounting of blocks.
#pragma once

#include <unicorn/unicorn.h>

#include <vector>

#include "emulator/machine/block_table.h"
#include "emulator/machine/cortex_m_machine.h"
#include "emulator/machine/host_pages.h"

namespace arenascope::machine {

class CortexMMachine::Run {
public:
  Run(const FirmwareImage& image, int cpu, timing::CycleModel& model, const MachineRequest& request,
      const MachineEvents& events, const std::atomic<bool>& cancelled);
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
    trace::Position position;
    profile::Cost start;
  };

  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  std::string setUp();
  std::string mapMemory();
  void markSymbols();
  void fillGuard();
  bool guardIntact() const;
  std::string explainFault(uc_err error);
  std::string describe(std::uint32_t address) const;

  static void onBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onInstruction(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  void onMarked(const Block& block, std::uint32_t address);
  void enterCall(Mark kind, const Block& block);
  void leaveCall(std::uint32_t address);
  void check();
  void countSkipped(std::uint32_t until);
  void stop(const std::string& why);
  std::uint32_t readRegister(int id) const;

  const FirmwareImage& image_;
  int cpu_;
  const MachineRequest& request_;
  const MachineEvents& events_;
  const std::atomic<bool>& cancelled_;
  uc_engine* engine_ = nullptr;
  std::vector<Region> regions_;
  std::span<std::uint8_t> arenaGuard_;
  std::unique_ptr<BlockTable> blocks_;
  timing::CycleModel& model_;

  profile::Cost cost_;
  std::uint64_t nextCheck_ = 0;
  std::uint32_t fallThrough_ = 0; // where execution goes on when no branch is taken
  std::uint32_t takenCycles_ = 0;
  std::vector<Frame> frames_;
  MachineResult result_;
  // Accounting::kInstructions: what is left of the block being walked.
  std::uint32_t walkedNext_ = 0;
  std::uint32_t walkedEnd_ = 0;
};

} // namespace arenascope::machine
