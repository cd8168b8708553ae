// The figures of a report that are compared, limited and shown, a row each: name, unit, what it is, and where it comes
// from. Less is better for all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/report/report.h"

namespace arenascope::report {

// In the order in which comparisons show them.
enum class FigureId : std::uint8_t {
  kRecommended,
  kUsed,
  kMicroseconds,
  kCycles,
  kFlash,
  kOperatorFlash,
  kHead,
  kTail,
  kTemporary,
  kMinimum,
  kInstructions,
  kInterpreter,
  kInterpreterFlash,
  kStack,
  kWeights,
};

struct FigureKind {
  FigureId id;
  const char* key; // of a budget or threshold on the command line; nullptr: it cannot be limited
  const char* name;
  const char* unit;   // "bytes", "cycles", "instructions", "us"
  const char* help;   // what it is
  bool mayNotGrow;    // against a baseline, where nothing else is asked for
  const char* inJson; // JSON pointer in `profile --json`; nullptr: not there as one number
  // Absent where the report does not tell it.
  std::optional<std::uint64_t> (*read)(const Report& report);
};

std::span<const FigureKind> figureKinds();
const FigureKind& figureKind(FigureId id);
// nullptr for an unknown key.
const FigureKind* findFigure(std::string_view key);

// Those that can be limited, in the order in which they are checked.
std::span<const FigureId> limitedFigures();

} // namespace arenascope::report
