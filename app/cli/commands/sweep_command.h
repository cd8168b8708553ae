// `arenascope sweep`: runs a model with arenas of many sizes, at every misalignment.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addSweepCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
