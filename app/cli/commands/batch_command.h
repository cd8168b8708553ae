// `arenascope batch`: profiles many models, one line of JSON each.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addBatchCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
