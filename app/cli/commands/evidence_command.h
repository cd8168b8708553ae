// `arenascope evidence`: how far cycles are off, and whether that is still so.
#pragma once

#include <CLI/CLI.hpp>

namespace arenascope::cli {

void addEvidenceCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
