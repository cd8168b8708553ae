// Shell completion of subcommands, options and values.
#pragma once

#include <string>

#include "app/cli/command_spec.h"

namespace arenascope::cli {

std::string bashCompletion(const CommandSpec& program);
std::string zshCompletion(const CommandSpec& program);
std::string fishCompletion(const CommandSpec& program);

} // namespace arenascope::cli
