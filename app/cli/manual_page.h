// Manual pages, from the texts of --help.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_spec.h"

namespace arenascope::cli {

// arenascope(1).
std::string manualPage(const std::vector<CommandSpec>& subcommands);
// arenascope-SUBCOMMAND(1).
std::string manualPage(const CommandSpec& subcommand);

} // namespace arenascope::cli
