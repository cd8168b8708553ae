// Terms of TensorFlow Lite Micro's memory, explained with a model's own figures.
#pragma once

#include <cstdint>
#include <string>

#include "core/report/report.h"

namespace arenascope::report {

enum class Term : std::uint8_t {
  kArenaSize, // kTensorArenaSize, and the minimum arena
  kUsed,      // arena_used_bytes()
  kHead,
  kTail,
  kTemporary,
  kPlanned,
  kResolver,
};

// The report needs an arena.
std::string explainTerm(const Report& report, Term term);

} // namespace arenascope::report
