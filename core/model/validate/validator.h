// The validator that every model passes before anything else looks into it: after it, shapes, constants, calls, and
// options can be trusted; indices and offline plans can since the graph was read. What only one kernel set wants of an
// operator's tensors is that kernel's business.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::model {

// Whose kernels run the model: ours want types and shapes that they know; what others can do is not ours to say.
enum class Kernels : std::uint8_t { kOurs, kThirdParty };

// What is wrong with a model that a graph was made of, or nothing.
std::optional<Error> validate(const Graph& graph, const Limits& limits = {}, Kernels kernels = Kernels::kOurs);

} // namespace arenascope::model
