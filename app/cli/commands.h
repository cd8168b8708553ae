// The subcommands of a program.
#pragma once

#include <span>

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds a subcommand, which sets *status to its exit status.
using AddCommand = void (*)(CLI::App& app, int* status);

// In the order of help.
std::span<const AddCommand> commands();

} // namespace arenascope::cli
