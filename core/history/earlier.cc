#include "core/history/earlier.h"

#include <algorithm>

namespace arenascope::history {

const Point* lastOther(const Series& series, const std::string& figure, std::uint64_t now) {
  const auto found = std::find_if(series.points.rbegin(), series.points.rend(), [&](const Point& point) {
    const auto value = point.row.figure(figure);
    return point.mainline && value && *value != now;
  });
  return found == series.points.rend() ? nullptr : &*found;
}

const Series* continuedBy(const Timeline& timeline, const Row& row) {
  for (const Series& series : timeline.series) {
    const Row& newest = series.newest();
    if (series.path == row.path && newest.target == row.target && newest.board == row.board &&
        newest.variant() == row.variant())
      return &series;
  }
  return nullptr;
}

} // namespace arenascope::history
