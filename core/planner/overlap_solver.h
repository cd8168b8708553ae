// The smallest block of memory if some buffers may overlap: an operator's output with input bytes it has read, and
// parts of a buffer with the whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/planner/placement_solver.h"

namespace arenascope::planner {

// Two buffers in use together that may overlap: offset of `second` minus that of `first`, in bytes, at most `below` or
// at least `above`. Disjoint placement must be allowed.
struct InPlaceLimit {
  std::size_t first = 0; // indices of buffers
  std::size_t second = 0;
  std::int64_t below = 0;
  std::int64_t above = 0;
};

// A buffer that has to lie `offset` bytes after the start of its whole, since it is that part of it. Parts of one whole
// may overlap in any way.
struct PartOfWhole {
  std::size_t buffer = 0;
  std::size_t whole = 0; // arbitrary number per whole
  std::int64_t offset = 0;
};

// As solve(), for buffers without fixed offsets. The lower bound is the need of the buffers in use together at some
// time, as close as allowed; after a complete search, the result itself. Buffers with no size or lifetime are at 0.
Placement solveOverlapping(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                           std::span<const PartOfWhole> parts = {}, const SolveOptions& options = {});

// As wrongPlacement(), given allowed overlaps and parts.
std::optional<std::string> wrongOverlap(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                                        std::span<const PartOfWhole> parts, const Offsets& offsets);

} // namespace arenascope::planner
