// Arrays in NumPy's .npy files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::output {

// The numbers of a .npy file's array; all bytes of any other file.
Result<std::vector<std::uint8_t>> arrayData(std::span<const std::uint8_t> file);

// A tensor as a .npy file. type as in TensorInfo; types that NumPy lacks are written as bytes.
std::string toNpy(const std::string& type, const std::vector<std::int32_t>& shape, std::span<const std::uint8_t> data);

} // namespace arenascope::output
