// The answer to "what do I do about it": what would make the arena smaller or the inference faster, each with its gain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/optimization/price.h"
#include "core/report/report.h"

namespace arenascope::optimization {

enum class AdviceKind : std::uint8_t {
  kPlan,      // buffers elsewhere
  kOrder,     // and operators in another order
  kOverlap,   // and outputs over inputs
  kStrips,    // and operators computed strip by strip
  kKernels,   // another kernel set
  kTail,      // persistent memory that a change of the model saves
  kTwoArenas, // for persistent memory and for the rest
  kBoard,     // another board
  kClock,     // a lower clock of the same one
};
const char* adviceName(AdviceKind kind);  // "plan"; in the JSON
const char* adviceTitle(AdviceKind kind); // "A better memory plan"; for a person

struct Suggestion {
  AdviceKind kind = AdviceKind::kPlan;
  std::string title;   // what to do, in a few words
  std::string reason;  // what it does and what it costs, in a sentence or two
  std::string command; // that does it; empty where the program cannot
  // Of kTensorArenaSize; below zero: so many more. Exact where there is a run, otherwise before alignment.
  std::int64_t savedBytes = 0;
  std::optional<report::Report> after; // a run with it
  std::vector<std::uint8_t> model;     // that gives this run, where it is another one; outputs are the same
};

struct AdviceReport {
  report::Report before;
  std::vector<Suggestion> suggestions; // ranked
  // What was tried and gains nothing, and why.
  struct Nothing {
    AdviceKind kind = AdviceKind::kPlan;
    std::string reason;
  };
  std::vector<Nothing> nothing;
  std::vector<Nothing> unfinished; // searches that did not come to their end, and how far they got
  std::optional<double> deadline;  // milliseconds that an inference may take, where that was said

  bool isComplete() const { return unfinished.empty(); }
  // How much longer an inference takes, in percent; below zero: less. Absent where either has no cycles.
  std::optional<double> growthOf(const Suggestion& suggestion) const;
  // Of flash and the resolver; absent where nothing was run, or on another board.
  std::optional<Price> priceOf(const Suggestion& suggestion) const;
};

// What saves memory for nothing first, then what costs cycles, then what is faster and takes more memory, then what was
// not run, then what moves memory elsewhere; within each, what gains most.
void rank(AdviceReport& report);
// Where a suggestion stands in that: free is what costs no cycles worth speaking of.
enum class AdviceGroup : std::uint8_t { kFree, kPaid, kFaster, kNotRun, kElsewhere };
AdviceGroup groupOf(const AdviceReport& report, const Suggestion& suggestion);

// Milliseconds of an inference now, on the chosen board; absent where they are not known.
std::optional<double> milliseconds(const AdviceReport& report);

} // namespace arenascope::optimization
