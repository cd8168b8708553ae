// Bytes for a model's input, from a raw or .npy file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

// The numbers of a NumPy file (core/exchange/npy.h), or all bytes of another.
Result<std::vector<std::uint8_t>> readInputFile(const std::filesystem::path& path);

} // namespace arenascope::cli
