// `arenascope profile`.
#pragma once

#include <memory>

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds the subcommand; when it is given, *status becomes the exit status.
void addProfileCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
