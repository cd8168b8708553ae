// `arenascope compress`: less flash by TFLM's operator DECODE, and its cost.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addCompressCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
