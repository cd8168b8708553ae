// Internals of one run of Machine: its memory map and Unicorn's hooks.
#pragma once

#include "emulator/instrumentation/firmware_watch.h"
#include "emulator/unicorn/engine_run.h"
#include "emulator/unicorn/machine.h"

namespace arenascope::unicorn {

class Machine::Run final : public EngineRun {
public:
  Run(Engine& engine, const cpu::Architecture& architecture, const protocol::FirmwareImage& image,
      const cpu::TimedInstructions& timed, instrumentation::BlockTable& blocks, const protocol::MachineRequest& request,
      const protocol::MachineEvents& events, const protocol::IsCancelled& isCancelled);

  protocol::MachineResult execute();

private:
  std::string setUp();
  std::string prepareEngine();
  std::string fillMemory();
  std::uint64_t arenaCapacity() const;
  void addHooks();
  // Whether the hook of blocks is onPlacedBlock.
  bool placesBlocks() const;
  bool isBeyondTouched() const;
  bool isInArena(std::uint32_t address) const { return address >= arena_.begin && address < arena_.end; }
  bool isGuarded(std::uint32_t address) const;
  bool onAccess(std::uint32_t address, std::uint32_t bytes, bool write);

  static void onMeteredAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  static void onGuardedAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  static void onWalkedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onInstruction(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  bool onMarked(instrumentation::Block& block, std::uint32_t address) override;
  void onReturned(Frame frame, const run::Cost& spent) override { watch_.onReturned(frame, spent); }
  void addTimed(instrumentation::Block& block, std::uint32_t address);
  void stopAtMissing(const instrumentation::Block& block, std::uint32_t address);

  const cpu::TimedInstructions& timed_;
  const protocol::MachineRequest& request_;
  const cpu::AddressRange arena_;
  instrumentation::FirmwareWatch watch_;
};

} // namespace arenascope::unicorn
