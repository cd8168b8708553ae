// The graph of a model in TensorFlow Lite's format.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::model {

// Reads any bytes. Errors: other kinds of files, by name; an exceeded limit; an index out of range. The bytes must be
// valid as long as the graph. All other properties of a model are checked by the validator
// (core/model/validate/validator.h).
Result<Graph> readGraph(std::span<const std::uint8_t> bytes, const Limits& limits = {});

} // namespace arenascope::model
