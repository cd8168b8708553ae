// `arenascope versions`: a model with each release of its target's libraries.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addVersionsCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
