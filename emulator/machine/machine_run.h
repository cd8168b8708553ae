// The inside of one run of Machine: its memory map, and what Unicorn tells of it.
#pragma once

#include "emulator/accounting/firmware_watch.h"
#include "emulator/machine/engine_run.h"
#include "emulator/machine/machine.h"

namespace arenascope::machine {

class Machine::Run final : public EngineRun {
public:
  Run(Engine& engine, const isa::Architecture& architecture, const FirmwareImage& image,
      const isa::TimedInstructions& timed, BlockTable& blocks, const MachineRequest& request,
      const MachineEvents& events, const IsCancelled& isCancelled);

  MachineResult execute();

private:
  std::string setUp();
  std::string prepareEngine();
  std::string fillMemory();
  std::uint64_t arenaRoom() const;
  void addHooks();
  bool isBeyondTouched() const;

  static void onMeteredAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  static void onGuardedAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  static void onWalkedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onInstruction(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  bool onMarked(Block& block, std::uint32_t address) override;
  void onReturned(Frame frame, const profile::Cost& spent) override { watch_.onReturned(frame, spent); }
  void addTimed(Block& block, std::uint32_t address);
  void stopAtMissing(const Block& block, std::uint32_t address);

  const isa::TimedInstructions& timed_;
  const MachineRequest& request_;
  FirmwareWatch watch_;
};

} // namespace arenascope::machine
