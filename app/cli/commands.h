// The subcommands of a program.
#pragma once

#include "app/cli/commands/subcommands.h"

namespace arenascope::cli {

// Adds all of them, in the order of help; each sets *status to its exit status.
void addCommands(CLI::App& app, int* status);

} // namespace arenascope::cli
