// Reads the output of `batch`: models to choose from.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/optimization/pareto_front.h"

namespace arenascope::output {

// Errors: an unreadable file, a line that is not a report, reports of several targets or kernel sets. An incomplete
// last line is ignored. Of several lines for one model's path the last counts.
Result<optimization::Candidates> readCandidates(const std::filesystem::path& path);

} // namespace arenascope::output
