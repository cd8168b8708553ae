// Differences between the programs that execute firmware, as data: no code asks for a certain one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::client {

struct WorkerKind {
  const char* name;
  std::vector<std::string> (*command)(); // inherits memory and channel as descriptors (protocol/descriptors.h)
  std::string (*lacks)();                // missing packages; empty if it is complete
  std::uint32_t arenaBase;               // address of the arena
  std::uint32_t modelBase;               // and of the model
  bool quiet = false;                    // its standard error is not about a run
  bool endsAfterFailure = false;         // its processor cannot restart in the middle of a run
  bool oneWayOfWatching = false;         // translated code keeps its instrumentation
};

// Our own program, with Unicorn.
const WorkerKind& unicornWorker();
// QEMU with our plugin (emulator/qemu), the only one with Arm's vector extension.
const WorkerKind& qemuWorker();

} // namespace arenascope::client
