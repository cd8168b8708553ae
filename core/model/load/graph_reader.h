// The graph of a model in TensorFlow Lite's format.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::model {

// Of any bytes. The error says what they are where they are no such model, which limit it is beyond, or what no graph
// can be made of: an index that leads nowhere. The bytes must outlive the graph. What else a model must be is the
// validator's (core/model/validate/validator.h).
Result<Graph> readGraph(std::span<const std::uint8_t> bytes, const Limits& limits = {});

} // namespace arenascope::model
