// How much of a change a suggestion asks for.
#pragma once

#include <cstdint>

#include "core/optimization/advice.h"

namespace arenascope::optimization {

// From the least on.
enum class Effort : std::uint8_t {
  kArrangement,       // the same model: another plan, another order, two arenas
  kKernels,           // other kernels
  kVersion,           // a rewritten model with the same outputs: padding, overlap, strips
  kVersionForKernels, // both, or a plan for other kernels
  kQuantize,          // approximate outputs
  kQuantizedVersion,  // and a change from above
  kPreview,           // another architecture, to be trained
  kQuantizedPreview,
  kNone // no change of this target's memory, or not run
};
Effort effortOf(const Suggestion& suggestion);

// Whether it has the suggested change, alone or among others.
bool includes(const Suggestion& suggestion, AdviceKind kind);
// Whether its outputs mean nothing before the model is trained.
bool isPreview(const Suggestion& suggestion);

} // namespace arenascope::optimization
