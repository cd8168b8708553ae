// `arenascope audit`: an added library's kernels with many shapes.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addAuditCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
