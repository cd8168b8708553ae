#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope boards [MODEL]`; its exit status goes to *status.
void addBoardsCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
