// Table of figures that are compared, limited and shown: name, unit, description, and how to read each from a report.
// Less is better for all.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/report/report.h"

namespace arenascope::report {

// In display order.
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
  const char* key; // key of budgets and thresholds on the command line; nullptr: no limits
  const char* name;
  const char* unit;   // "bytes", "cycles", "instructions", "us"
  const char* help;   // description
  bool mayNotGrow;    // default against a baseline
  const char* inJson; // JSON pointer in `profile --json`; nullptr: not a single number there
  // Absent if the report lacks it.
  std::optional<std::uint64_t> (*read)(const Report& report);
};

std::span<const FigureKind> figureKinds();
const FigureKind& figureKind(FigureId id);
// nullptr for an unknown key.
const FigureKind* findFigure(std::string_view key);

// Figures with limits, in the order of checks.
std::span<const FigureId> limitedFigures();

} // namespace arenascope::report
