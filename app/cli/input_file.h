// Bytes for a model's input, from a raw or .npy file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/profile/result.h"

namespace arenascope::cli {

// A NumPy file is known by its first bytes; its header is skipped, its data taken as it lies there (C order).
profile::Result<std::vector<std::uint8_t>> readInputFile(const std::filesystem::path& path);
profile::Result<std::vector<std::uint8_t>> arrayData(std::span<const std::uint8_t> file);

} // namespace arenascope::cli
