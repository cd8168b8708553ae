#include "emulator/instrumentation/access_guard.h"

#include <algorithm>

namespace arenascope::instrumentation {

AddressSet::AddressSet(const std::vector<run::MemoryRange>& ranges, bool writableOnly) {
  for (const auto& range : ranges)
    if (range.end > range.begin && (range.writable || !writableOnly)) spans_.push_back({range.begin, range.end});
  std::sort(spans_.begin(), spans_.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const Span& span : spans_) {
    if (kept > 0 && span.begin <= spans_[kept - 1].end)
      spans_[kept - 1].end = std::max(spans_[kept - 1].end, span.end);
    else
      spans_[kept++] = span;
  }
  spans_.resize(kept);
}

bool AddressSet::find(std::uint32_t address, std::uint32_t bytes) const {
  const auto behind = std::upper_bound(spans_.begin(), spans_.end(), address,
                                       [](std::uint32_t value, const Span& span) { return value < span.begin; });
  if (behind == spans_.begin()) return false;
  const auto span = std::prev(behind);
  if (!span->holds(address, bytes)) return false;
  last_ = static_cast<std::size_t>(span - spans_.begin());
  return true;
}

} // namespace arenascope::instrumentation
