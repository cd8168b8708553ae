// Shell completion of subcommands, options and values.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_spec.h"

namespace arenascope::cli {

std::string bashCompletion(const std::vector<CommandSpec>& subcommands);
std::string zshCompletion(const std::vector<CommandSpec>& subcommands);
std::string fishCompletion(const std::vector<CommandSpec>& subcommands);

} // namespace arenascope::cli
