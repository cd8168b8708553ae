// `arenascope compare`.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds the subcommand; when it is given, *status becomes the exit status.
void addCompareCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
