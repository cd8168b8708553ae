// The variant that an interpreter runs as. Firmware is built as one fixed interpreter, whose instruction counts are
// results, and once more as one that is told at its start what to be.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/tflm/revisions.h"
#include "core/tflm/variant.h"

// What the platform tells an interpreter and kernels that can be told; written before they start.
extern "C" arenascope::tflm::Variant arenascope_variant;

namespace arenascope::runtime {

#ifdef ARENASCOPE_VARIANTS

inline constexpr bool kHasVariants = true;
inline const tflm::Revision& revision() { return tflm::kRevisions[arenascope_variant.revision]; }
inline bool separateVariables() { return arenascope_variant.separateVariables != 0; }

#else

inline constexpr bool kHasVariants = false;
constexpr const tflm::Revision& revision() { return tflm::kRevisions[0]; }
constexpr bool separateVariables() { return false; }

#endif

// What the revision's kernel keeps where it is another size than ours: bytes that the operator whose init runs asks
// for. 0: as we do.
extern std::size_t dataBytes;

// Memory beside the arena, zero, for what the real interpreter has elsewhere, or smaller than we have it; never given
// back. nullptr when there is no more. Defined by the platform that runs variants.
void* besideArena(std::size_t bytes);

// Of a block that the revision has of another size than we: the block itself, or memory beside the arena where it is
// too small for us.
inline void* fitting(void* block, std::size_t bytes, std::size_t needed) {
  if constexpr (kHasVariants)
    if (block != nullptr && needed > bytes) return besideArena(needed);
  return block;
}

} // namespace arenascope::runtime
