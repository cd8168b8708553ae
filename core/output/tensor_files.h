// Tensors of an inference as .npy files in a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/report.h"

namespace arenascope::output {

// The name of a tensor's file in such a folder: "subgraph0-tensor12.npy".
std::string tensorFile(SubgraphId subgraph, TensorId tensor);

// The inputs, and the last value of each tensor that an operator wrote; the report must have kept its outputs. Creates
// the folder if it is missing. Returns the failure, if any.
std::optional<Error> writeTensors(const std::filesystem::path& folder, const report::Report& report);

} // namespace arenascope::output
