// The subcommands of a program.
#pragma once

#include <span>

#include "app/cli/commands/subcommands.h"

namespace arenascope::cli {

// In the order of help.
std::span<AddSubcommand* const> commands();

} // namespace arenascope::cli
