#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope boards [MODEL]`; sets *status to its exit status.
void addBoardsCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
