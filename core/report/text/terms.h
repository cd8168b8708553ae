// The words of TensorFlow Lite Micro's memory, each in a sentence with a model's own figures.
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

// Of a report that has an arena.
std::string explainTerm(const Report& report, Term term);

} // namespace arenascope::report
