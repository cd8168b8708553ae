// Remedies for a model that an operator's preparation refuses, as far as its file shows one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace arenascope::model {

// bytes: of a loaded model. Returns a clause to append to the refusal; empty if the file shows no more than the
// refusal says.
std::string refusalAdvice(std::span<const std::uint8_t> bytes, const Error& refusal);

} // namespace arenascope::model
