// Values for weights of a new shape.
#pragma once

#include <cstdint>

#include "core/model/quantize/draft.h"

namespace arenascope::resize {

// The constant with another shape: each element is one of the old ones, drawn at random, so that type, scale and
// distribution stay. With a scale for each index of a dimension, these follow its length. The same arguments always
// give the same values.
quantize::DraftTensor drawnFrom(const quantize::DraftTensor& constant, const std::vector<std::int32_t>& shape);

} // namespace arenascope::resize
