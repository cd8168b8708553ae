#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope cache [--clear]`: what is kept of earlier runs, and the way to drop it; its exit status goes to *status.
void addCacheCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
