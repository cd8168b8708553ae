#include "emulator/process/remote_machine.h"

namespace arenascope::process {

RemoteMachine::RemoteMachine(Engine engine, const machine::FirmwareImage& image, std::string processor)
    : emulator_(engine, pipe::Message::kLoad,
                [&image, processor = std::move(processor)] { return pipe::Writer(processor, image.facts()); }) {}

machine::MachineResult RemoteMachine::run(const machine::MachineRequest& request, const machine::MachineEvents& events,
                                          const std::atomic<bool>& cancelled) {
  return emulator_.run<machine::MachineResult>(pipe::Message::kRun, pipe::Writer(request), request.maxInstructions,
                                               events, cancelled);
}

} // namespace arenascope::process
