#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope cache [--clear]`: shows or clears cached results; sets *status to its exit status.
void addCacheCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
