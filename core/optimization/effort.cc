#include "core/optimization/effort.h"

#include <algorithm>

namespace arenascope::optimization {

bool includes(const Suggestion& suggestion, AdviceKind kind) {
  return suggestion.kind == kind ||
         std::find(suggestion.parts.begin(), suggestion.parts.end(), kind) != suggestion.parts.end();
}

bool isPreview(const Suggestion& suggestion) {
  return includes(suggestion, AdviceKind::kInputSize) || includes(suggestion, AdviceKind::kWidth);
}

Effort effortOf(const Suggestion& suggestion) {
  if (!suggestion.after) return Effort::kNone;
  const bool quantized = includes(suggestion, AdviceKind::kQuantize);
  // Two arenas are no more effort than the change beside them.
  const bool isInTwo = suggestion.kind == AdviceKind::kCombination && suggestion.inRegions;
  switch (isInTwo ? suggestion.parts.front() : suggestion.kind) {
  case AdviceKind::kPlan:
  case AdviceKind::kOrder: return Effort::kArrangement;
  case AdviceKind::kTwoArenas: return suggestion.inRegions ? Effort::kArrangement : Effort::kNone;
  case AdviceKind::kKernels: return Effort::kKernels;
  case AdviceKind::kPadding:
  case AdviceKind::kOverlap:
  case AdviceKind::kStrips:
  case AdviceKind::kTail:
  case AdviceKind::kFlash: return Effort::kVersion;
  case AdviceKind::kQuantize: return Effort::kQuantize;
  case AdviceKind::kInputSize:
  case AdviceKind::kWidth: return Effort::kPreview;
  case AdviceKind::kCombination:
    if (isPreview(suggestion)) return quantized ? Effort::kQuantizedPreview : Effort::kPreview;
    return quantized ? Effort::kQuantizedVersion : Effort::kVersionForKernels;
  case AdviceKind::kBoard:
  case AdviceKind::kClock: break;
  }
  return Effort::kNone;
}

} // namespace arenascope::optimization
