// The whole program, as a function: what main() calls, and what tests call many times.
#pragma once

namespace arenascope::cli {

// Answers an exit status (app/cli/exit_status.h).
int runCommandLine(int argc, char** argv);

} // namespace arenascope::cli
