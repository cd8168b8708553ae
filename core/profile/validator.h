// The one gate that every model passes before anything else looks into it: after it, indices, shapes and buffers can
// be trusted. What an operator wants of its tensors is the kernels' business.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/profile/result.h"

namespace arenascope::profile {

// What is wrong with the file, or nothing. The bytes must be 8-byte aligned themselves.
std::optional<Error> validateModel(std::span<const std::uint8_t> bytes);

} // namespace arenascope::profile
