// Our own firmware on a processor that QEMU emulates, seen from inside of QEMU: what machine::Machine is for Unicorn.
// QEMU 7.2 tells a plugin no registers, so that the firmware does (firmware/told_registers.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/cpu/processors.h"
#include "emulator/instrumentation/firmware_watch.h"
#include "emulator/protocol/guest_file.h"

namespace arenascope::qemu {

class QemuMachine {
public:
  // image and memory must outlive it. The code is put in its place.
  QemuMachine(const protocol::FirmwareImage& image, const cpu::Processor& processor, const protocol::GuestFile& memory);
  ~QemuMachine();

  // A run from reset; the request, events and isCancelled must outlive it. Empty, or why there is none: then nothing of
  // it is executed.
  std::string begin(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                    const protocol::IsCancelled& isCancelled);
  // A block of the run is about to be executed. False: the run is over, and the processor is somewhere in it.
  bool onBlock(std::uint32_t address, std::uint32_t bytes);
  // It accesses memory; wanted where machine::watchesMemory().
  void onAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  // With machine::Instrumentation::kInstructions.
  void onInstruction(std::uint32_t address, std::uint32_t bytes);
  bool isRunning() const { return run_ != nullptr; }
  // The firmware has come back, or the run is over.
  protocol::MachineResult finish();

  const std::vector<protocol::Region>& regions() const { return regions_; }
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) const {
    return protocol::memoryAt(memory_, 0, regions_, address, bytes);
  }

private:
  class Run;

  std::span<std::uint8_t> map(std::uint32_t base, std::uint64_t bytes);

  const protocol::FirmwareImage& image_;
  const cpu::Processor& processor_;
  const protocol::GuestFile& memory_;
  std::unique_ptr<cpu::CycleModel> model_;
  instrumentation::BlockTable blocks_;
  std::vector<protocol::Region> regions_;
  std::optional<std::uint32_t> fault_; // where the firmware goes after one
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::qemu
