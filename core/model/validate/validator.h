// The validator that every model passes before any other code reads it. After it, shapes, constants, calls and
// options are valid; indices and offline plans are valid once the graph has been read. Demands of a single kernel set
// on an operator's tensors are checked by that kernel.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::model {

// The kernels that run the model: ours support known types and shapes only; others are not checked.
enum class Kernels : std::uint8_t { kOurs, kThirdParty };

// The fault of a model's graph; absent if it has none.
std::optional<Error> validate(const Graph& graph, const Limits& limits = {}, Kernels kernels = Kernels::kOurs);

} // namespace arenascope::model
