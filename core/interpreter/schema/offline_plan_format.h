// Offline memory plan in the model's metadata: 32-bit numbers, [0] version, [1] subgraph (both unused), [2] number of
// offsets, then an offset in the head section per tensor of all subgraphs in order, or -1 for a tensor that the planner
// places.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arenascope::schema {

inline constexpr const char* kOfflinePlanName = "OfflineMemoryAllocation";
inline constexpr const char* kOverlapNoteName =
    "ArenaScopeOverlap"; // our note on overlap (core/model/graph/overlap_note.h)
inline constexpr const char* kQuantizationNoteName =
    "ArenaScopeQuantized"; // our note on a quantized model (core/model/graph/quantization_note.h)
inline constexpr const char* kArchitectureNoteName =
    "ArenaScopeArchitecture"; // our note on other shapes (core/model/graph/architecture_note.h)
inline constexpr std::size_t kOfflinePlanHeaderWords = 3;
inline constexpr std::size_t kOfflinePlanCountWord = 2;
inline constexpr std::int32_t kPlacedByPlanner = -1;
inline constexpr std::int32_t kLargestOfflineOffset = 1 << 30; // bytes: larger than any arena

} // namespace arenascope::schema
