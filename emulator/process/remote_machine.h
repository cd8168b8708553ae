// A machine with our own firmware, in an emulator process.
#pragma once

#include <utility>

#include "emulator/binary/firmware_image.h"
#include "emulator/process/emulator.h"

namespace arenascope::process {

class RemoteMachine {
public:
  // processor: its name in the table (emulator/processors). image must outlive it.
  RemoteMachine(Engine engine, const machine::FirmwareImage& image, std::string processor);

  // One run from reset, of the model whose bytes are in the request; its failure also says where the emulator itself
  // failed. What a run finds and tells does not depend on the ones before it.
  machine::MachineResult run(const machine::MachineRequest& request, const profile::ModelInfo& model,
                             const machine::MachineEvents& events, const std::atomic<bool>& cancelled);
  // The machine's memory while a run goes on or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) const {
    return emulator_.memory(address, bytes);
  }
  Emulator& emulator() { return emulator_; }

private:
  Engine engine_;
  std::pair<machine::Accounting, bool> watched_; // in the last run: how, and accesses to memory
  Emulator emulator_;
};

} // namespace arenascope::process
