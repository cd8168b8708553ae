#include "core/optimization/placement_report.h"

namespace arenascope::optimization {

std::int64_t PlacementReport::savedByParts() const {
  std::int64_t sum = arenaSaved;
  for (const PlacedItem& item : items) sum += static_cast<std::int64_t>(item.saved);
  return sum;
}

bool PlacementReport::movesAll(PlacedKind kind) const {
  const PlacedItem* first = nullptr;
  for (const PlacedItem& item : items) {
    if (item.kind != kind) continue;
    if (item.region.empty() || (first != nullptr && first->region != item.region)) return false;
    if (first == nullptr) first = &item;
  }
  return first != nullptr;
}

} // namespace arenascope::optimization
