// A machine with our own firmware, in an emulator process.
#pragma once

#include <utility>

#include "emulator/client/emulator.h"
#include "emulator/protocol/firmware_image.h"

namespace arenascope::client {

class RemoteMachine {
public:
  // processor: its name in the table (emulator/cpu). image must outlive it.
  RemoteMachine(const WorkerKind& kind, const protocol::FirmwareImage& image, std::string processor);

  // One run from reset, of the model whose bytes are in the request; its failure includes failures of the emulator
  // itself. Results do not depend on earlier runs.
  protocol::MachineResult run(const protocol::MachineRequest& request, const model::ModelInfo& model,
                              const protocol::MachineEvents& events, const std::atomic<bool>& cancelled);
  // The machine's memory during or after a run; empty if it is not mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) const {
    return emulator_.memory(address, bytes);
  }
  Emulator& emulator() { return emulator_; }

private:
  const WorkerKind& kind_;
  std::pair<protocol::Instrumentation, bool> watched_; // in the last run: instrumentation, and accesses to memory
  Emulator emulator_;
};

} // namespace arenascope::client
