#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope overhead MODEL...`; its exit status goes to *status.
void addOverheadCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
