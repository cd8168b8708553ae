#include "core/planner/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace arenascope::planner {

std::int64_t heightOf(const std::vector<Buffer>& buffers, const Offsets& offsets) {
  std::int64_t height = 0;
  for (std::size_t i = 0; i < buffers.size(); ++i) height = std::max(height, offsets[i] + buffers[i].size);
  return height;
}

Peak peakOf(const std::vector<Buffer>& buffers) {
  std::map<std::int64_t, std::int64_t> changes; // by time, in bytes
  Peak peak;
  for (const Buffer& buffer : buffers) {
    if (buffer.lower >= buffer.upper) continue;
    changes[buffer.lower] += buffer.size;
    changes[buffer.upper] -= buffer.size;
  }
  std::int64_t bytes = 0;
  for (const auto& [time, change] : changes) {
    bytes += change;
    if (bytes > peak.bytes) peak = {time, bytes};
  }
  return peak;
}

std::optional<std::string> wrongPlacement(const std::vector<Buffer>& buffers, const Offsets& offsets) {
  if (offsets.size() != buffers.size()) return fmt::format("{} offsets for {} buffers", offsets.size(), buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (offsets[i] < 0) return fmt::format("buffer {} is at offset {}", i, offsets[i]);
    if (buffers[i].fixed && *buffers[i].fixed != offsets[i])
      return fmt::format("buffer {} is at offset {}, not at {}", i, offsets[i], *buffers[i].fixed);
    for (std::size_t k = 0; k < i; ++k)
      if (inUseTogether(buffers[i], buffers[k]) && shareBytes(buffers[i], offsets[i], buffers[k], offsets[k]))
        return fmt::format("buffers {} and {} share bytes while both are in use", k, i);
  }
  return std::nullopt;
}

} // namespace arenascope::planner
