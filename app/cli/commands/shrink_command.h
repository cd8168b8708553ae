// `arenascope shrink`: a smaller arena on unmodified TFLM by any technique, and its cost.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addShrinkCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
