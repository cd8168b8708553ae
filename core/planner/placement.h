// Placement of buffers with lifetimes in one block of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::planner {

struct Buffer {
  std::int64_t lower = 0;            // in use from here, inclusive,
  std::int64_t upper = 0;            // to here, exclusive
  std::int64_t size = 0;             // bytes
  std::optional<std::int64_t> fixed; // prescribed offset
};

inline bool inUseTogether(const Buffer& a, const Buffer& b) { return a.lower < b.upper && b.lower < a.upper; }

// Whether they overlap at these offsets.
inline bool shareBytes(const Buffer& a, std::int64_t offsetOfA, const Buffer& b, std::int64_t offsetOfB) {
  return offsetOfA < offsetOfB + b.size && offsetOfB < offsetOfA + a.size;
}

using Offsets = std::vector<std::int64_t>; // by buffer, in bytes

// End of the highest buffer, in bytes.
std::int64_t heightOf(const std::vector<Buffer>& buffers, const Offsets& offsets);

// Time with the largest total of buffers in use: no placement is smaller.
struct Peak {
  std::int64_t time = 0;
  std::int64_t bytes = 0;
};
Peak peakOf(const std::vector<Buffer>& buffers);

// What is wrong with a placement, if anything: overlapping buffers in use together, an offset below 0, or not the fixed
// one. Checks every pair, independently of the solvers.
std::optional<std::string> wrongPlacement(const std::vector<Buffer>& buffers, const Offsets& offsets);

} // namespace arenascope::planner
