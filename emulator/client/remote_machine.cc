#include "emulator/client/remote_machine.h"

#include <utility>

namespace arenascope::client {

RemoteMachine::RemoteMachine(const WorkerKind& kind, const protocol::FirmwareImage& image, std::string processor)
    : kind_(kind), emulator_(kind, protocol::Message::kLoad, [&image, processor = std::move(processor)] {
        return protocol::Writer(processor, image.info());
      }) {}

protocol::MachineResult RemoteMachine::run(const protocol::MachineRequest& request, const model::ModelInfo& model,
                                           const protocol::MachineEvents& events, const std::atomic<bool>& cancelled) {
  const std::pair watched(request.instrumentation, protocol::watchesMemory(request));
  if (kind_.oneWayOfWatching && std::exchange(watched_, watched) != watched) emulator_.end();
  return emulator_.run<protocol::MachineResult>(protocol::Message::kRun, protocol::Writer(request), model,
                                                request.maxInstructions, events, cancelled);
}

} // namespace arenascope::client
