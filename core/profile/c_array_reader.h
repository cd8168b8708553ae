// Finds a model's bytes in C or C++ source text, as `xxd -i` writes them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/profile/result.h"

namespace arenascope::profile {

// The longest brace-enclosed list of numbers 0 to 255 (decimal, hexadecimal or octal); comments are skipped.
Result<std::vector<std::uint8_t>> readCArray(std::string_view source);

} // namespace arenascope::profile
