// Real inputs of a model, from a folder of .npy files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/model/graph/model_info.h"

namespace arenascope::service {

// By set, then by input of the model.
using InputSets = std::vector<std::vector<std::vector<std::uint8_t>>>;

// Every .npy file of the folder in the order of names. A file has one input of the model, or several one after the
// other. If the model has several inputs, a file's name ends in the number of its input: day.0.npy, day.1.npy, 0.npy.
// Errors: no such folder or file; a number, type or size that the model does not take; another number of inputs than
// of the model's first one.
Result<InputSets> readRealInputs(const std::filesystem::path& folder, const model::ModelInfo& model);

} // namespace arenascope::service
