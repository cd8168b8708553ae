#include "emulator/machine/cortex_m_machine.h"

#include "emulator/machine/machine_run.h"

namespace arenascope::machine {

CortexMMachine::CortexMMachine(const FirmwareImage& image, int cpu, const timing::CycleModel& model)
    : image_(image), cpu_(cpu), divides_(image), blocks_(image.code().bytes, image.code().address, model) {
  divides_.addTo(blocks_);
  markSymbols();
}

CortexMMachine::~CortexMMachine() = default;

void CortexMMachine::markSymbols() {
  const std::pair<const char*, Mark> watched[] = {{"arenascope_trace_event", kMarkTraceEvent},
                                                  {"arenascope_call_kernel", kMarkKernelCall},
                                                  {"arenascope_create", kMarkStage},
                                                  {"arenascope_allocate", kMarkStage},
                                                  {"arenascope_invoke", kMarkInvoke}};
  for (const auto& [name, mark] : watched)
    if (const auto address = image_.symbol(name)) blocks_.mark(*address, mark);
}

MachineResult CortexMMachine::run(const MachineRequest& request, const MachineEvents& events,
                                  const std::atomic<bool>& cancelled) {
  run_ = std::make_unique<Run>(image_, cpu_, divides_, blocks_, request, events, cancelled);
  return run_->execute();
}

std::span<std::uint8_t> CortexMMachine::memory(std::uint64_t address, std::uint64_t bytes) {
  return run_ == nullptr ? std::span<std::uint8_t>() : run_->memory(address, bytes);
}

} // namespace arenascope::machine
