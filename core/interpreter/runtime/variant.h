// The variant that an interpreter runs as. Firmware is built as a fixed interpreter, whose instruction counts are
// results, and once more as one configured at its start. Differences of revisions are implemented here and where these
// functions are called; kernels do not know them, except those that differ in scratch memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/tflm/kernel_types.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/interpreter/tflm/variant.h"
#include "core/interpreter/trace/event.h"

// Configuration of the interpreter and of configurable kernels; written before they start.
extern "C" arenascope::tflm::Variant arenascope_variant;

namespace arenascope::runtime {

class Context;

#ifdef ARENASCOPE_VARIANTS

inline constexpr bool kHasVariants = true;
// Whether the revision precedes a change.
inline bool isBefore(tflm::Date change) { return arenascope_variant.isBefore(change); }
inline bool separateVariables() { return arenascope_variant.separateVariables != 0; }
inline bool hasVectors() { return arenascope_variant.vectors != 0; }
inline bool builtByArmCompiler() { return arenascope_variant.armCompiler != 0; }
// Whether the revision's CMSIS-NN lacks a kernel for an operator.
inline bool hasReferenceKernel(std::int32_t code) {
  return arenascope_variant.earlierCmsisNn != 0 && !tflm::hasCmsisNnKernel(arenascope_variant.date, code);
}
// Whether FULLY_CONNECTED of floats ignores the type of its weights.
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

// Zeroed memory outside the arena, never freed, for data that the real interpreter has elsewhere, in a smaller size, or
// not at all. nullptr if exhausted. Defined by the platform that runs variants.
void* besideArena(std::size_t bytes);

// For a block whose size in the revision differs from ours: the block itself, or memory outside the arena if it is too
// small for us.
inline void* fitting(void* block, std::size_t bytes, std::size_t needed) {
  if constexpr (kHasVariants)
    if (block != nullptr && needed > bytes) return besideArena(needed);
  return block;
}

// State for the functions below: operator, phase, and type of its first input.
void mirrorOperator(std::int32_t code, trace::Phase phase, Type input);
// Size of its options or of what it keeps from Init; -1: as our kernels.
std::int32_t mirroredBytes();
// Whether the present request is not in the arena: the nth tensor fetched, scratch buffer or persistent block in
// Prepare.
bool fetchedBeside();
bool scratchBeside();
bool persistentBeside();
// Whether the revision's kernel can be prepared with these tensor types.
Status mirrorTypes(Context& context, const Node& node);
// Additional requests of the revision's kernel in Prepare, after all of ours.
Status mirrorPrepare(Context& context, const Node& node);
// Makes the operator fail in Invoke if the revision rejects it only then.
void mirrorInvoke(Context& context, Node& node);

} // namespace arenascope::runtime
