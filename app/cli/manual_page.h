// Manual pages, from the words that --help prints.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_spec.h"

namespace arenascope::cli {

// arenascope(1).
std::string manualPage(const std::vector<CommandSpec>& subcommands);
// arenascope-VERB(1).
std::string manualPage(const CommandSpec& subcommand);

} // namespace arenascope::cli
