// `arenascope history` and `history backfill`: a project's models over its commits.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addHistoryCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
