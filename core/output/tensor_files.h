// Tensors of an inference as .npy files in a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/report.h"

namespace arenascope::output {

// The file in such a folder for one of them: "subgraph0-tensor12.npy".
std::string tensorFile(SubgraphId subgraph, TensorId tensor);

// The inputs, and the last value of each tensor that an operator wrote, of a report that kept its outputs. The folder
// is made where it is missing. Answers what went wrong, or nothing.
std::optional<Error> writeTensors(const std::filesystem::path& folder, const report::Report& report);

} // namespace arenascope::output
