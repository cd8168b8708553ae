// Our own firmware on a processor that QEMU emulates, from inside QEMU: the counterpart of unicorn::Machine. QEMU 7.2
// gives plugins no registers, so that the firmware exports them (firmware/told_registers.h).
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
  // image and memory must outlive it. Copies the code to its address.
  QemuMachine(const protocol::FirmwareImage& image, const cpu::Processor& processor, const protocol::GuestFile& memory);
  ~QemuMachine();

  // Starts a run from reset; the request, events and isCancelled must outlive it. Empty, or why the run is impossible:
  // then no code runs.
  std::string begin(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                    const protocol::IsCancelled& isCancelled);
  // Before each block of the run. False: the run is over, with the processor somewhere in it.
  bool onBlock(std::uint32_t address, std::uint32_t bytes);
  // After each memory access; needed with protocol::watchesMemory().
  void onAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  // With protocol::Instrumentation::kInstructions.
  void onInstruction(std::uint32_t address, std::uint32_t bytes);
  bool isRunning() const { return run_ != nullptr; }
  // The firmware has returned, or the run is over.
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
  std::optional<std::uint32_t> fault_; // address that the firmware reaches after a fault
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::qemu
