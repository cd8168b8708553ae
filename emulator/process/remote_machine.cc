#include "emulator/process/remote_machine.h"

#include <utility>

namespace arenascope::process {

RemoteMachine::RemoteMachine(Engine engine, const machine::FirmwareImage& image, std::string processor)
    : engine_(engine), emulator_(engine, pipe::Message::kLoad, [&image, processor = std::move(processor)] {
        return pipe::Writer(processor, image.facts());
      }) {}

machine::MachineResult RemoteMachine::run(const machine::MachineRequest& request, const profile::ModelInfo& model,
                                          const machine::MachineEvents& events, const std::atomic<bool>& cancelled) {
  // What QEMU has translated goes on to tell what it told.
  const std::pair watched(request.accounting, machine::watchesMemory(request));
  if (engine_ == Engine::kQemu && std::exchange(watched_, watched) != watched) emulator_.end();
  return emulator_.run<machine::MachineResult>(pipe::Message::kRun, pipe::Writer(request), model,
                                               request.maxInstructions, events, cancelled);
}

} // namespace arenascope::process
