// Where buffers that are in use for some time each go in one block of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::planner {

struct Buffer {
  std::int64_t lower = 0;            // in use from lower, inclusive,
  std::int64_t upper = 0;            // to upper, exclusive
  std::int64_t size = 0;             // bytes
  std::optional<std::int64_t> fixed; // the offset it must have
};

inline bool inUseTogether(const Buffer& a, const Buffer& b) { return a.lower < b.upper && b.lower < a.upper; }

// Whether they overlap at these offsets.
inline bool shareBytes(const Buffer& a, std::int64_t offsetOfA, const Buffer& b, std::int64_t offsetOfB) {
  return offsetOfA < offsetOfB + b.size && offsetOfB < offsetOfA + a.size;
}

using Offsets = std::vector<std::int64_t>; // of each buffer, in bytes

// The end of the last buffer; bytes.
std::int64_t heightOf(const std::vector<Buffer>& buffers, const Offsets& offsets);

// The time at which the buffers in use need most, and how much: no placement is smaller.
struct Peak {
  std::int64_t time = 0;
  std::int64_t bytes = 0;
};
Peak peakOf(const std::vector<Buffer>& buffers);

// What is wrong with a placement, or nothing: two buffers in use at the same time share bytes, one is below 0, or not
// where it is fixed. Looks at every pair; knows nothing of how placements are found.
std::optional<std::string> wrongPlacement(const std::vector<Buffer>& buffers, const Offsets& offsets);

} // namespace arenascope::planner
