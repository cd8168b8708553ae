// The variant that an interpreter runs as. Firmware is built as one fixed interpreter, whose instruction counts are
// results, and once more as one that is told at its start what to be. What a revision does otherwise is done here and
// where these are asked; kernels do not know of it, but for those whose scratch memory is what differs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/tflm/kernel_types.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/interpreter/tflm/variant.h"
#include "core/interpreter/trace/event.h"

// What the platform tells an interpreter and kernels that can be told; written before they start.
extern "C" arenascope::tflm::Variant arenascope_variant;

namespace arenascope::runtime {

class Context;

#ifdef ARENASCOPE_VARIANTS

inline constexpr bool kHasVariants = true;
// Whether the revision is from before a change.
inline bool isBefore(tflm::Date change) { return arenascope_variant.isBefore(change); }
inline bool separateVariables() { return arenascope_variant.separateVariables != 0; }
inline bool hasVectors() { return arenascope_variant.vectors != 0; }
inline bool builtByArmCompiler() { return arenascope_variant.armCompiler != 0; }
// Whether the revision's CMSIS-NN has no kernel for an operator yet.
inline bool hasReferenceKernel(std::int32_t code) {
  return arenascope_variant.earlierCmsisNn != 0 && !tflm::hasCmsisNnKernel(arenascope_variant.date, code);
}
// Whether FULLY_CONNECTED of floats does not look at the type of its weights.
inline bool takesHybridLayers() {
  const tflm::Date checked =
      arenascope_variant.earlierCmsisNn != 0 ? tflm::kCmsisNnWeightsChecked : tflm::kWeightsChecked;
  return isBefore(checked) && !isBefore(tflm::kWeightsUnchecked);
}
const tflm::StructSizes& sizes();

#else

inline constexpr bool kHasVariants = false;
constexpr bool isBefore(tflm::Date /*change*/) { return false; }
constexpr bool separateVariables() { return false; }
constexpr bool takesHybridLayers() { return false; }
#ifdef __ARM_FEATURE_MVE
consteval bool hasVectors() { return true; }
#else
consteval bool hasVectors() { return false; }
#endif
consteval bool builtByArmCompiler() { return false; }
constexpr const tflm::StructSizes& sizes() { return tflm::kOwnSizes; }

#endif

// Memory beside the arena, zero, for what the real interpreter has elsewhere, smaller than we have it or not at all;
// never given back. nullptr when there is no more. Defined by the platform that runs variants.
void* besideArena(std::size_t bytes);

// Of a block that the revision has of another size than we: the block itself, or memory beside the arena where it is
// too small for us.
inline void* fitting(void* block, std::size_t bytes, std::size_t needed) {
  if constexpr (kHasVariants)
    if (block != nullptr && needed > bytes) return besideArena(needed);
  return block;
}

// What goes on, for those below: which operator, in which phase, and the type of its first input.
void mirrorOperator(std::int32_t code, trace::Phase phase, Type input);
// What its options take in the arena, or what it keeps from its init on; -1: as our kernels.
std::int32_t mirroredBytes();
// Whether what is asked for now is not in the arena: the nth tensor that is fetched, scratch buffer or persistent block
// while the operator prepares.
bool fetchedBeside();
bool scratchBeside();
bool persistentBeside();
// Whether the revision's kernel can be prepared with tensors of these types.
Status mirrorTypes(Context& context, const Node& node);
// What the revision's kernel asks for behind all that ours does, when it prepares.
Status mirrorPrepare(Context& context, const Node& node);
// Where it takes them only then, the operator fails when it is run.
void mirrorInvoke(Context& context, Node& node);

} // namespace arenascope::runtime
