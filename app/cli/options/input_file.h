// Input data of a model, from a raw or .npy file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

// The array of a NumPy file (core/output/npy.h), or all bytes of another file.
Result<std::vector<std::uint8_t>> readInputFile(const std::filesystem::path& path);

} // namespace arenascope::cli
