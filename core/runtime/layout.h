// Sizes, in bytes, that TensorFlow Lite Micro's own objects take in the arena, on 32-bit targets with short enums
// (arm-none-eabi) and on 64-bit hosts. Where one of our objects lies in such a place it may be smaller, never larger:
// each has a static_assert beside it. Source: sizeof() of the mirrored types, measured on both builds.
#pragma once

#include <cstddef>

namespace arenascope::runtime::layout {

constexpr std::size_t bySize(std::size_t bytes32, std::size_t bytes64) {
  return sizeof(void*) == 4 ? bytes32 : bytes64;
}

inline constexpr std::size_t kArena = bySize(36, 72);                     // SingleArenaBufferAllocator
inline constexpr std::size_t kRecordingArena = bySize(52, 104);           // RecordingSingleArenaBufferAllocator
inline constexpr std::size_t kModelAllocator = bySize(36, 72);            // MicroAllocator
inline constexpr std::size_t kRecordingModelAllocator = bySize(124, 248); // RecordingMicroAllocator
inline constexpr std::size_t kGreedyPlanner = bySize(44, 72);             // GreedyMemoryPlanner
inline constexpr std::size_t kLinearPlanner = bySize(4108, 8216);         // LinearMemoryPlanner
inline constexpr std::size_t kBuiltinDataAllocator = bySize(8, 16);       // MicroBuiltinDataAllocator
inline constexpr std::size_t kResourceVariables = bySize(12, 16);         // MicroResourceVariables
inline constexpr std::size_t kResourceVariable = bySize(20, 40);          // MicroResourceVariable
inline constexpr std::size_t kPlannerRecord = 40;                         // GreedyMemoryPlanner, for each buffer
inline constexpr std::size_t kBufferAlignment = 16;                       // MicroArenaBufferAlignment()

} // namespace arenascope::runtime::layout
