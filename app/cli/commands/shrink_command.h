// `arenascope shrink`: a smaller arena on unmodified TFLM by every means there is, and what it costs.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addShrinkCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
