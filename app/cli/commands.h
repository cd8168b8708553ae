// The subcommands of a program.
#pragma once

#include <span>

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds a subcommand, which leaves its exit status there.
using AddCommand = void (*)(CLI::App& app, int* status);

// In the order in which help lists them.
std::span<const AddCommand> commands();

} // namespace arenascope::cli
