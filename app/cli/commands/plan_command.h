// `arenascope plan`: a smaller arena on unmodified TFLM.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addPlanCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
