// Writes a model without the tensors that nothing uses: the interpreter has a struct for each in the arena.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace arenascope::rewrite {

// The file is written anew; its tensors are renumbered. An offline plan is dropped, since it is for other tensors.
// Fails if the model has parts that our schema lacks.
Result<std::vector<std::uint8_t>> withoutUnusedTensors(std::span<const std::uint8_t> model);

} // namespace arenascope::rewrite
