// What differs between the programs that execute firmware, as data: nobody asks which one it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::client {

struct WorkerKind {
  const char* name;
  std::vector<std::string> (*command)(); // it finds the memory and the channel as descriptors (protocol/descriptors.h)
  std::string (*lacks)();                // what is not installed; empty where all is there
  std::uint32_t arenaBase;               // where it has the arena
  bool quiet = false;                    // what it writes to standard error says nothing about a run
  bool endsAfterFailure = false;         // its processor cannot start anew from the middle of a run
  bool oneWayOfWatching = false;         // what it has translated goes on to report what it reported
};

// Our own program, with Unicorn in it.
const WorkerKind& unicornWorker();
// QEMU with our plugin (emulator/qemu), which alone has Arm's vector extension.
const WorkerKind& qemuWorker();

} // namespace arenascope::client
