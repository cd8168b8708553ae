// `arenascope advise`: what would make a model's arena smaller or its inference faster, ranked, each with its gain.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addAdviseCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
