// Reads what `batch` wrote: models to choose from.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/optimization/pareto_front.h"

namespace arenascope::output {

// Fails where it cannot be read, has a line that is no report, or reports of several targets or kernel sets. The end of
// a last line may be missing: the line is passed over. Of several lines for one model's path the last counts.
Result<optimization::Candidates> readCandidates(const std::filesystem::path& path);

} // namespace arenascope::output
