// What the emulator may do beside computing: nothing. A model that takes hold of it is still inside.
#pragma once

#include "emulator/protocol/channel.h"

namespace arenascope::worker {

// Both parts of the sandbox, alone: no file at all (Landlock), no call but those for memory and messages (seccomp).
// False: this kernel has none. Neither can be put up by who may still get new privileges.
bool forbidFiles();
bool forbidCalls();

// From now on this process opens no file and no connection, starts nothing, gets no privilege and has a limit to its
// memory. What of it stands depends on the kernel (seccomp, Landlock), and is said in the greeting.
void enterSandbox(protocol::Greeting& greeting);

} // namespace arenascope::worker
