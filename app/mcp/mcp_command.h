// `arenascope mcp`.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds the subcommand; when it is given, *status becomes the exit status.
void addMcpCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
