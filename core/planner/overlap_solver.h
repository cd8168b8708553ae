// The smallest block of memory where some buffers may lie over parts of others: an operator's output over what it has
// read of its input, and what is part of another buffer in its place there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/planner/placement_solver.h"

namespace arenascope::planner {

// Two buffers that are in use together and need not lie side by side: offset of `second` less that of `first`, at most
// `below` or at least `above`; bytes. At least as generous as to share nothing.
struct InPlaceLimit {
  std::size_t first = 0; // indices of the buffers
  std::size_t second = 0;
  std::int64_t below = 0;
  std::int64_t above = 0;
};

// A buffer that must lie `offset` bytes behind where the whole begins, because it has the same bytes as that part of
// it. Buffers of one whole lie as they must, whatever they share.
struct PartOfWhole {
  std::size_t buffer = 0;
  std::size_t whole = 0; // any number for each whole
  std::int64_t offset = 0;
};

// As solve(), for buffers without fixed offsets. The lower bound is what the buffers in use together at some time need
// where they lie as close as they may; where the search came to its end, the answer itself. Buffers without a size or
// time in use are at 0.
Placement solveOverlapping(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                           std::span<const PartOfWhole> parts = {}, const SolveOptions& options = {});

// As wrongPlacement(), with those that may lie closer, and those that are parts.
std::optional<std::string> wrongOverlap(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                                        std::span<const PartOfWhole> parts, const Offsets& offsets);

} // namespace arenascope::planner
