// Which of several things to keep in a memory that is too small for all of them.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::planner {

struct Choice {
  std::uint64_t bytes = 0;
  std::uint64_t gain = 0; // 0: not worth the place
};

// The choices that gain most together within `capacity` bytes, each rounded up to steps of 16: no other subset gains
// more, and more capacity never gains less. Positions, rising.
std::vector<std::size_t> bestSubset(const std::vector<Choice>& choices, std::uint64_t capacity);

} // namespace arenascope::planner
