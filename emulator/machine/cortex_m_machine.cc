#include "emulator/machine/cortex_m_machine.h"

#include "emulator/machine/machine_run.h"

namespace arenascope::machine {

CortexMMachine::CortexMMachine(const FirmwareImage& image, int cpu, timing::CycleModel& model)
    : image_(image), cpu_(cpu), model_(model) {}

CortexMMachine::~CortexMMachine() = default;

MachineResult CortexMMachine::run(const MachineRequest& request, const MachineEvents& events,
                                  const std::atomic<bool>& cancelled) {
  run_ = std::make_unique<Run>(image_, cpu_, model_, request, events, cancelled);
  return run_->execute();
}

std::span<std::uint8_t> CortexMMachine::memory(std::uint64_t address, std::uint64_t bytes) {
  return run_ == nullptr ? std::span<std::uint8_t>() : run_->memory(address, bytes);
}

} // namespace arenascope::machine
