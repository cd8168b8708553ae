#include "core/model/graph/view.h"

namespace arenascope::model {

bool haveSameBytes(const std::vector<View>& views, std::size_t first, std::size_t second, std::int64_t distance) {
  return first < views.size() && second < views.size() && views[first].whole == views[second].whole &&
         views[second].offset - views[first].offset == distance;
}

} // namespace arenascope::model
