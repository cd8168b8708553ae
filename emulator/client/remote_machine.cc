#include "emulator/client/remote_machine.h"

#include <utility>

namespace arenascope::client {

RemoteMachine::RemoteMachine(Engine engine, const protocol::FirmwareImage& image, std::string processor)
    : engine_(engine), emulator_(engine, protocol::Message::kLoad, [&image, processor = std::move(processor)] {
        return protocol::Writer(processor, image.facts());
      }) {}

protocol::MachineResult RemoteMachine::run(const protocol::MachineRequest& request, const model::ModelInfo& model,
                                           const protocol::MachineEvents& events, const std::atomic<bool>& cancelled) {
  // What QEMU has translated goes on to tell what it told.
  const std::pair watched(request.instrumentation, protocol::watchesMemory(request));
  if (engine_ == Engine::kQemu && std::exchange(watched_, watched) != watched) emulator_.end();
  return emulator_.run<protocol::MachineResult>(protocol::Message::kRun, protocol::Writer(request), model,
                                                request.maxInstructions, events, cancelled);
}

} // namespace arenascope::client
