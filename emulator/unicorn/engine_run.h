// One run of a Unicorn engine. Derived classes know the program, its memory map and its marks: Machine::Run for our own
// firmware, image::ImageRun for a user's.
#pragma once

#include <unicorn/unicorn.h>

#include "emulator/instrumentation/instrumented_run.h"
#include "emulator/unicorn/engine.h"

namespace arenascope::unicorn {

class EngineRun : public instrumentation::InstrumentedRun {
public:
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) override {
    return memory_.memory(address, bytes);
  }
  std::uint32_t readRegister(int id) const override;

protected:
  // engine: opened. All must outlive the run.
  EngineRun(Engine& engine, const cpu::Architecture& architecture, const protocol::FirmwareImage& image,
            instrumentation::BlockTable& blocks, const cpu::FlashTiming& flash, cpu::RamAccesses ram,
            cpu::PlacedMemory placed, std::uint64_t maxInstructions, const protocol::IsCancelled& isCancelled);

  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
    return memory_.map(base, bytes, protection);
  }

  // Hooks of memory; `user` is the EngineRun.
  static void onFlashRead(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                          void* user);
  static void onRamAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                          void* user);

  void interrupt() override { uc_emu_stop(engine_); }
  std::string explainFault(uc_err error) const;

  Engine& memory_;
  uc_engine* const engine_; // of it
};

} // namespace arenascope::unicorn
