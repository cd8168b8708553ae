// What a model is run on and with. A request asks for it, its report says it: the same fields, taken over as a whole.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/board.h"

namespace arenascope::report {

// Of the interpreter: the greedy one, which it uses unless told otherwise, and the one that lets no two buffers share
// bytes (preserve_all_tensors).
enum class Planner : std::uint8_t { kGreedy, kLinear };
inline constexpr std::array kPlanners = {Planner::kGreedy, Planner::kLinear};
const char* plannerName(Planner planner); // "greedy", "linear"
std::optional<Planner> plannerOf(std::string_view name);

// The revision that the interpreter core follows.
inline constexpr const char* kCurrentTflm = "current";

// Targets and kernel sets go by their names: rows of a table (emulator/engine/target.h), and a board names its core.
struct RunConfiguration {
  std::string target;
  std::string kernels;
  std::string tflm = kCurrentTflm; // revision of the interpreter (core/interpreter/tflm/revisions.h)
  bool separateVariables = false;  // resource variables lie in separate memory, as ESPHome makes them
  Planner planner = Planner::kGreedy;
  std::optional<hardware::Board> board; // its core is the target then, and the cycles are with its wait states
  std::optional<hardware::ArenaRegions>
      regions; // of the board, that the arena's sections lie in: with their wait states too
};

} // namespace arenascope::report
