// `arenascope explain`: explains a device's message for a model, with advice.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addExplainCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
