// `arenascope batch`: many models, a line of JSON for each.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addBatchCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
