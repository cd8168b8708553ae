// The figure that a series had before the present one.
#pragma once

#include <cstdint>
#include <string>

#include "core/history/timeline.h"

namespace arenascope::history {

// The newest point on the way of first parents that has the figure, with another value than `now`; nullptr: there is
// none. figure: a key of rowFigures().
const Point* lastOther(const Series& series, const std::string& figure, std::uint64_t now);

// The series that a row continues: of the same path, target and board, and the same kernels and settings as its newest
// point has; nullptr: there is none.
const Series* continuedBy(const Timeline& timeline, const Row& row);

} // namespace arenascope::history
