// Settings of a run. Requests and reports share this type.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/board.h"
#include "core/hardware/placement.h"
#include "core/hardware/power_use.h"

namespace arenascope::report {

// The interpreter's planner: greedy, its default, or linear, which never reuses bytes (preserve_all_tensors).
enum class Planner : std::uint8_t { kGreedy, kLinear };
inline constexpr std::array kPlanners = {Planner::kGreedy, Planner::kLinear};
const char* plannerName(Planner planner); // "greedy", "linear"
std::optional<Planner> plannerOf(std::string_view name);

// Revision implemented by the interpreter core.
inline constexpr const char* kCurrentTflm = "current";

// Targets and kernel sets by name, as in the table (emulator/engine/target.h); a board names its core.
struct RunConfiguration {
  std::string target;
  std::string kernels;
  std::string tflm = kCurrentTflm;      // revision of the interpreter (core/interpreter/tflm/revisions.h)
  bool separateVariables = false;       // resource variables in separate memory, as in ESPHome
  std::uint32_t decompressionBytes = 0; // alternative decompression memory, for outputs of DECODE; 0: none
  Planner planner = Planner::kGreedy;
  std::optional<hardware::Board> board;          // its core is the target, and cycles include its wait states
  std::optional<hardware::PowerUse> power;       // as a person has given it
  std::optional<hardware::ArenaRegions> regions; // of the board, for the arena's sections, including their wait states
  std::optional<hardware::Placement> placement;  // on the board, including its wait states; not with `regions`
};

} // namespace arenascope::report
