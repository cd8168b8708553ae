// Sizes of TensorFlow Lite Micro's objects in the arena, by ABI. Source: sizeof() of the real types, measured with each
// compiler. Sizes of kernels' data are asserted next to their structs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arenascope::tflm {

enum class Abi : std::uint8_t {
  kShortEnums32, // arm-none-eabi: enums have the smallest type that fits
  kWideEnums32,  // 32-bit RISC-V, Xtensa, Arm's Linux: an enum has four bytes
  kHost64,       // x86-64, AArch64
};

struct StructSizes {
  Abi abi;
  std::size_t arena;                // SingleArenaBufferAllocator
  std::size_t recordingArena;       // RecordingSingleArenaBufferAllocator
  std::size_t persistentArena;      // PersistentArenaBufferAllocator, of two arenas
  std::size_t nonPersistentArena;   // NonPersistentArenaBufferAllocator, likewise
  std::size_t modelAllocator;       // MicroAllocator
  std::size_t recordingAllocator;   // RecordingMicroAllocator
  std::size_t greedyPlanner;        // GreedyMemoryPlanner
  std::size_t linearPlanner;        // LinearMemoryPlanner
  std::size_t builtinDataAllocator; // MicroBuiltinDataAllocator
  std::size_t resourceVariables;    // MicroResourceVariables
  std::size_t resourceVariable;     // MicroResourceVariable, per variable
  std::size_t tensor;               // TfLiteTensor
  std::size_t evalTensor;           // TfLiteEvalTensor
  std::size_t affineQuantization;   // TfLiteAffineQuantization
  std::size_t nodeAndRegistration;  // NodeAndRegistration
  std::size_t subgraphAllocations;  // SubgraphAllocations
  std::size_t scratchBufferHandle;  // ScratchBufferHandle
  std::size_t scratchBufferRequest; // ScratchBufferRequest
  std::size_t allocationInfo;       // AllocationInfo
};

// Of these objects, only the tensor's struct has an enum.
constexpr StructSizes withWideEnums(StructSizes sizes, std::size_t tensor) {
  sizes.abi = Abi::kWideEnums32;
  sizes.tensor = tensor;
  return sizes;
}

// For the revision that our images follow; others are in core/interpreter/tflm/revisions.h.
inline constexpr StructSizes kShortEnumSizes = {.abi = Abi::kShortEnums32,
                                                .arena = 36,
                                                .recordingArena = 52,
                                                .persistentArena = 16,
                                                .nonPersistentArena = 32,
                                                .modelAllocator = 36,
                                                .recordingAllocator = 124,
                                                .greedyPlanner = 44,
                                                .linearPlanner = 4108,
                                                .builtinDataAllocator = 8,
                                                .resourceVariables = 12,
                                                .resourceVariable = 20,
                                                .tensor = 32,
                                                .evalTensor = 12,
                                                .affineQuantization = 12,
                                                .nodeAndRegistration = 32,
                                                .subgraphAllocations = 8,
                                                .scratchBufferHandle = 4,
                                                .scratchBufferRequest = 12,
                                                .allocationInfo = 24};

inline constexpr StructSizes kStructSizes[] = {
    kShortEnumSizes,
    withWideEnums(kShortEnumSizes, 40),
    {.abi = Abi::kHost64,
     .arena = 72,
     .recordingArena = 104,
     .persistentArena = 32,
     .nonPersistentArena = 56,
     .modelAllocator = 72,
     .recordingAllocator = 248,
     .greedyPlanner = 72,
     .linearPlanner = 8216,
     .builtinDataAllocator = 16,
     .resourceVariables = 16,
     .resourceVariable = 40,
     .tensor = 64,
     .evalTensor = 24,
     .affineQuantization = 24,
     .nodeAndRegistration = 64,
     .subgraphAllocations = 16,
     .scratchBufferHandle = 8,
     .scratchBufferRequest = 16,
     .allocationInfo = 32},
};

constexpr const StructSizes& structSizes(Abi abi) {
  const StructSizes* found = kStructSizes;
  while (found->abi != abi) ++found;
  return *found;
}

// ABI of the present compiler.
namespace probe {
enum Enum { kValue };
}
inline constexpr Abi kOwnAbi = sizeof(void*) == 8                   ? Abi::kHost64
                               : sizeof(probe::Enum) == sizeof(int) ? Abi::kWideEnums32
                                                                    : Abi::kShortEnums32;
inline constexpr StructSizes kOwnSizes = structSizes(kOwnAbi);

// Selects the size for the present ABI.
constexpr std::size_t bySize(std::size_t shortEnums32, std::size_t wideEnums32, std::size_t host64) {
  return kOwnAbi == Abi::kHost64 ? host64 : kOwnAbi == Abi::kWideEnums32 ? wideEnums32 : shortEnums32;
}
// For a struct without enums.
constexpr std::size_t bySize(std::size_t bytes32, std::size_t bytes64) { return bySize(bytes32, bytes32, bytes64); }

// Equal in every revision and on every target.
inline constexpr std::size_t kPlannerRecord = 40;   // GreedyMemoryPlanner's working memory per buffer
inline constexpr std::size_t kBufferAlignment = 16; // MicroArenaBufferAlignment(): of arenas and planned buffers

} // namespace arenascope::tflm
