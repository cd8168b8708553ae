// Arrays in NumPy's .npy files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::output {

struct Array {
  // As in TensorInfo: "float32"; NumPy's description of a type that no tensor has; empty for a file that is not .npy.
  std::string type;
  std::vector<std::uint8_t> bytes;
};

// A .npy file's array, or all bytes of another file. Errors: Fortran order, big-endian numbers, a file that is cut off.
Result<Array> readArray(std::span<const std::uint8_t> file);
// The numbers of a .npy file's array; all bytes of any other file.
Result<std::vector<std::uint8_t>> arrayData(std::span<const std::uint8_t> file);

// A tensor as a .npy file. type as in TensorInfo; types that NumPy lacks are written as bytes.
std::string toNpy(const std::string& type, const std::vector<std::int32_t>& shape, std::span<const std::uint8_t> data);

} // namespace arenascope::output
