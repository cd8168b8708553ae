// What to do about a model that an operator's preparation refuses, as far as its file shows that.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace arenascope::model {

// bytes: of a model that has been loaded. A clause to put behind the refusal; empty where the file shows no more than
// the refusal says.
std::string refusalAdvice(std::span<const std::uint8_t> bytes, const Error& refusal);

} // namespace arenascope::model
