// `arenascope kernels`: kernel sets made from a user's library.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addKernelsCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
