// `arenascope explain`: what a message that a device printed means for a model, and what to do.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addExplainCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
