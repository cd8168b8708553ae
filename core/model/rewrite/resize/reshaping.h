// New shapes for operators that keep their input's bytes: RESHAPE names dimensions that depend on the input's.
#pragma once

#include <optional>

#include "core/model/rewrite/resize/operator_shapes.h"

namespace arenascope::resize {

// The output of a reshape from `before` to `output`, for an input of the shape `now`. Dimensions are matched where
// their products agree: those that are joined multiply; where one is split, the height and width of a known image are
// taken, or the outermost part follows (of channels: the innermost) and the others stay. Absent if a part would not be
// a whole number.
std::optional<Shape> reshaped(const Shape& before, const Shape& output, const Shape& now, const ImageSizes& sizes);

} // namespace arenascope::resize
