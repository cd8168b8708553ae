// The emulator may compute and nothing else. A model that takes control of it stays inside.
#pragma once

#include "emulator/protocol/channel.h"

namespace arenascope::worker {

// Each part of the sandbox alone: no files (Landlock); only system calls for memory and messages (seccomp). False: this
// kernel lacks it. Neither works in a process that may still gain privileges.
bool forbidFiles();
bool forbidCalls();

// From now on this process can open no file or connection, start no program and gain no privilege, and its memory is
// limited. The greeting lists the parts that the kernel supports (seccomp, Landlock).
void enterSandbox(protocol::Greeting& greeting);

} // namespace arenascope::worker
