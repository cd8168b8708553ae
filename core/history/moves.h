// Causes that moved a figure from one row of the history to the next: a library, this program, a buffer, an operator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/history/row.h"

namespace arenascope::history {

struct Cause {
  std::string kind;                    // "library", "program", "setting"; "buffer", "tail", "operator", "code", …
  std::string name;                    // "kernels", "conv_2", "layer 3, CONV_2D"
  std::optional<std::uint64_t> before; // its bytes or cycles; absent where it was not there, or has none
  std::optional<std::uint64_t> after;
  std::string from; // its name before, of a library or setting: "esp-nn@1.3.1"
  std::string to;
};
// "kernels esp-nn@1.3.1 -> esp-nn@1.4.0"; "buffer conv_2 18,432 -> 36,864 bytes". unit: of the figure.
std::string describe(const Cause& cause, const std::string& unit);

struct Move {
  std::string figure; // a key of rowFigures(); "runs" where one of the two rows failed
  std::optional<std::uint64_t> before;
  std::optional<std::uint64_t> after;
  std::vector<Cause> causes; // what explains most of it first; empty: not known
  std::string text;          // a sentence without a full stop
};

// The notable differences between a row and those before it.
struct Change {
  std::vector<Move> moves; // of arena, cycles, flash and stack
  std::vector<std::string> newHazards;
  std::vector<std::string> goneHazards;
  std::vector<std::string> newlyOver; // keys of figures that exceed a budget, and did not before

  bool isAny() const { return !moves.empty() || !newHazards.empty() || !goneHazards.empty() || !newlyOver.empty(); }
};
// earlier: several rows at a merge; the first counts, and anything that another one has as well is not a change.
// Without any, hazards and exceeded budgets are new.
Change changeSince(const std::vector<const Row*>& earlier, const Row& now);
// The change in sentences. now: the later row.
std::vector<std::string> linesOf(const Change& change, const Row& now);

} // namespace arenascope::history
