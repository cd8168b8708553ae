// The whole program, as a function: what main() calls, and what tests call many times.
#pragma once

namespace arenascope::cli {

// Answers the exit status; 0 done, 1 failed, 2 wrong usage, 3 over budget.
int runCommandLine(int argc, char** argv);

} // namespace arenascope::cli
