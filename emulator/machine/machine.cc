#include "emulator/machine/machine.h"

#include "emulator/machine/machine_run.h"
#include "emulator/machine/memory_map.h"

namespace arenascope::machine {

Machine::Machine(const FirmwareImage& image, int cpu, const timing::CycleModel& model)
    : image_(image), cpu_(cpu),
      timed_(image.architecture().timedInstructions(image.codeRanges(), kFlashBase, kStubBase)),
      blocks_(image.code().bytes, image.code().address, model) {
  for (const isa::TimedInstructions::Stub& stub : timed_->stubs()) blocks_.addStub(stub.address, stub.bytes, stub.next);
  markSymbols();
}

Machine::~Machine() = default;

void Machine::markSymbols() {
  const std::pair<const char*, Mark> watched[] = {{"arenascope_trace_event", kMarkTraceEvent},
                                                  {"arenascope_call_kernel", kMarkKernelCall},
                                                  {"arenascope_create", kMarkStage},
                                                  {"arenascope_allocate", kMarkStage},
                                                  {"arenascope_invoke", kMarkInvoke}};
  for (const auto& [name, mark] : watched)
    if (const auto address = image_.symbol(name)) blocks_.mark(*address, mark);
}

MachineResult Machine::run(const MachineRequest& request, const MachineEvents& events,
                           const std::atomic<bool>& cancelled) {
  run_ = std::make_unique<Run>(image_, cpu_, *timed_, blocks_, request, events, cancelled);
  return run_->execute();
}

std::span<std::uint8_t> Machine::memory(std::uint64_t address, std::uint64_t bytes) {
  return run_ == nullptr ? std::span<std::uint8_t>() : run_->memory(address, bytes);
}

} // namespace arenascope::machine
