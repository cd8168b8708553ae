// A tensor whose bytes are those of a part of another one (core/model/graph/views.h finds them).
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::model {

inline constexpr std::int64_t kTensorAlignment = 16; // of the planner's offsets and sizes

// The tensor that contains another one: itself without views. Two tensors of one whole have the same bytes where both
// exist.
struct View {
  std::int32_t whole = 0;  // tensor of the same subgraph, by its number across all
  std::int64_t offset = 0; // bytes from its start
};

// Whether two tensors at this distance in bytes (the second's offset less the first's) share equal bytes there.
bool haveSameBytes(const std::vector<View>& views, std::size_t first, std::size_t second, std::int64_t distance);

} // namespace arenascope::model
