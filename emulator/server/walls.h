// What the emulator may do beside computing: nothing. A model that takes hold of it is still inside.
#pragma once

#include "emulator/pipe/channel.h"

namespace arenascope::server {

// From now on this process opens no file and no connection, starts nothing, gets no privilege and has a limit to its
// memory. What of it stands depends on the kernel (seccomp, Landlock), and is said in the greeting.
void standBehindWalls(pipe::Greeting& greeting);

} // namespace arenascope::server
