// `arenascope evidence`: shows known errors of cycles, and checks them.
#pragma once

#include <CLI/CLI.hpp>

namespace arenascope::cli {

void addEvidenceCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
