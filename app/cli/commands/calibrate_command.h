// `arenascope calibrate`: compares a device's log with this program's cycles.
#pragma once

#include <CLI/CLI.hpp>

namespace arenascope::cli {

void addCalibrateCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
