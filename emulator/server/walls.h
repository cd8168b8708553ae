// What the emulator may do beside computing: nothing. A model that takes hold of it is still inside.
#pragma once

#include "emulator/pipe/channel.h"

namespace arenascope::server {

// The two walls, alone: no file at all (Landlock), no call but those for memory and messages (seccomp). False: this
// kernel has none. Neither can be put up by who may still get new privileges.
bool forbidFiles();
bool forbidCalls();

// From now on this process opens no file and no connection, starts nothing, gets no privilege and has a limit to its
// memory. What of it stands depends on the kernel (seccomp, Landlock), and is said in the greeting.
void standBehindWalls(pipe::Greeting& greeting);

} // namespace arenascope::server
