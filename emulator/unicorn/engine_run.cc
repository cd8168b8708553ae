#include "emulator/unicorn/engine_run.h"

#include <utility>

namespace arenascope::unicorn {

EngineRun::EngineRun(Engine& engine, const cpu::Architecture& architecture, const protocol::FirmwareImage& image,
                     instrumentation::BlockTable& blocks, const cpu::FlashTiming& flash, cpu::RamAccesses ram,
                     cpu::PlacedMemory placed, std::uint64_t maxInstructions, const protocol::IsCancelled& isCancelled)
    : instrumentation::InstrumentedRun(architecture, image, blocks, flash, std::move(ram), std::move(placed),
                                       maxInstructions, isCancelled),
      memory_(engine), engine_(engine.get()) {}

std::uint32_t EngineRun::readRegister(int id) const {
  std::uint32_t value = 0;
  uc_reg_read(engine_, id, &value);
  return value;
}

std::string EngineRun::explainFault(uc_err error) const {
  return std::string("the processor faulted (") + uc_strerror(error) + ") at " + whereItIs();
}

void EngineRun::onFlashRead(uc_engine* /*engine*/, uc_mem_type /*type*/, std::uint64_t address, int size,
                            std::int64_t /*value*/, void* user) {
  static_cast<EngineRun*>(user)->readFlash(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size));
}

void EngineRun::onRamAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                            std::int64_t /*value*/, void* user) {
  static_cast<EngineRun*>(user)->accessRam(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size),
                                           type == UC_MEM_WRITE);
}

} // namespace arenascope::unicorn
