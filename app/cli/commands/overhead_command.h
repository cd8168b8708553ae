#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope overhead MODEL...`; sets *status to its exit status.
void addOverheadCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
