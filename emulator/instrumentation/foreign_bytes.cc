#include "emulator/instrumentation/foreign_bytes.h"

#include <algorithm>

namespace arenascope::instrumentation {

void ForeignBytes::add(const protocol::Access& access, std::uint32_t at) {
  Ranges& ranges = found_[{access.position.subgraph, access.position.op, access.write}];
  protocol::ForeignBytes made{.position = access.position,
                              .begin = access.address,
                              .end = std::uint64_t{access.address} + access.bytes,
                              .write = access.write,
                              .at = at};
  // The last range that begins before or with it may reach it; those that it reaches become part of it.
  auto next = ranges.upper_bound(made.begin);
  if (next != ranges.begin() && std::prev(next)->second.end >= made.begin) --next;
  const bool extends = next != ranges.end() && next->second.begin <= made.end;
  if (extends) made.at = next->second.at;
  if (!extends && count_ == protocol::kMostForeign) return;
  while (next != ranges.end() && next->second.begin <= made.end) {
    made.begin = std::min(made.begin, next->second.begin);
    made.end = std::max(made.end, next->second.end);
    next = ranges.erase(next);
    --count_;
  }
  ranges.emplace(made.begin, made);
  ++count_;
}

std::vector<protocol::ForeignBytes> ForeignBytes::take() {
  std::vector<protocol::ForeignBytes> all;
  for (const auto& [key, ranges] : found_)
    for (const auto& [begin, bytes] : ranges) all.push_back(bytes);
  found_.clear();
  count_ = 0;
  return all;
}

} // namespace arenascope::instrumentation
