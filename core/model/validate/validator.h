// The validator that every model passes before anything else looks into it: after it, indices, shapes, buffers, options
// and offline plans can be trusted. What only one kernel set wants of an operator's tensors is that kernel's business.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace arenascope::model {

// Whose kernels run the model: ours want types and shapes that they know; what others can do is not ours to say.
enum class Kernels : std::uint8_t { kOurs, kAnybodys };

// What is wrong with the file, or nothing. The bytes must be 8-byte aligned themselves.
std::optional<Error> validateModel(std::span<const std::uint8_t> bytes, const Limits& limits = {},
                                   Kernels kernels = Kernels::kOurs);

} // namespace arenascope::model
