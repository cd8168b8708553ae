// `arenascope advise`: ranked suggestions for a smaller arena or faster inference.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addAdviseCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
