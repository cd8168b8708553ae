// `arenascope completion` and `arenascope manual`: the command spec for shells and man.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addCompletionCommand(CLI::App& app, int* status);
void addManualCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
