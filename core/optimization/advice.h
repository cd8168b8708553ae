// Suggestions that make the arena smaller or the inference faster, each with its gain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/optimization/price.h"
#include "core/optimization/shrink_report.h"
#include "core/report/report.h"

namespace arenascope::optimization {

enum class AdviceKind : std::uint8_t {
  kPlan,        // buffers elsewhere
  kOrder,       // and operators in another order
  kPadding,     // PADs folded into convolutions
  kOverlap,     // and outputs over inputs
  kStrips,      // and operators computed strip by strip
  kKernels,     // another kernel set
  kTail,        // persistent memory that a change of the model saves
  kTwoArenas,   // for persistent memory and for the rest
  kBoard,       // another board
  kClock,       // a lower clock of the same one
  kFlash,       // compressed constants: less flash
  kQuantize,    // integers instead of floats: an approximation
  kInputSize,   // a smaller image: another model, to be trained
  kWidth,       // fewer channels: likewise
  kCombination, // two changes together, where one does not suffice
};
const char* adviceName(AdviceKind kind);  // "plan"; in the JSON
const char* adviceTitle(AdviceKind kind); // "A better memory plan"; for a person
// Of a version with these techniques: the one that changes it most.
AdviceKind adviceKindOf(const Means& means);
// Whether `shrink` finds it: versions without PADs, with overlap and with strips are one search's.
bool isFoundByShrink(AdviceKind kind);

struct Suggestion {
  AdviceKind kind = AdviceKind::kPlan;
  std::string title;   // the change, in a few words
  std::string action;  // the same of this model, as an instruction: "Run layers 2, 3 and 6 in strips"; may be empty
  std::string reason;  // its effect and its cost, in a sentence or two
  std::string command; // performs the change; empty if the program cannot
  // Bytes of kTensorArenaSize saved; negative: bytes added. Exact with a run, otherwise before alignment.
  std::int64_t savedBytes = 0;
  std::optional<report::Report> after; // a run with the change
  std::vector<AdviceKind> parts = {};  // of kCombination
  bool inRegions = false;              // kTwoArenas, each in a region of the board that has room for it; run there
  std::vector<std::uint8_t> model; // of this run, if it is another model; outputs are the same, unless it is quantized
};

// How far a search is: versions of the model, kernel sets and boards that were run or tried.
struct AdviceProgress {
  std::size_t done = 0;
  std::size_t all = 0; // known at the time; may still grow
};

struct AdviceReport {
  report::Report before;
  std::vector<Suggestion> suggestions; // ranked
  // Changes without gain, and the reason.
  struct Nothing {
    AdviceKind kind = AdviceKind::kPlan;
    std::string reason;
  };
  std::vector<Nothing> nothing;
  std::vector<Nothing> unfinished; // unfinished searches, and their progress
  std::optional<double> deadline;  // milliseconds allowed for an inference, if given
  // Bytes of arena to fit into: as asked for, or what the chosen board has where the model does not fit it.
  std::optional<std::uint64_t> fit;
  AdviceProgress progress;
  std::shared_ptr<const ShrinkReport> versions; // all smaller versions that were found; nullptr: none were looked for

  bool isComplete() const { return unfinished.empty(); }
  // Growth of an inference's time in percent; negative: faster. Absent if either has no cycles.
  std::optional<double> growthOf(const Suggestion& suggestion) const;
  bool fitsAlready() const { return fit && before.arena->recommended <= *fit; }
  // The smallest change that fits: of the suggestions on this target that are within `fit`, the one of the least effort
  // (effort.h), then with the fewest cycles, then the least flash. nullptr: none is, or nothing was asked.
  const Suggestion* fitting() const;
  // Flash and resolver entries; absent if nothing was run, or for another board.
  std::optional<Price> priceOf(const Suggestion& suggestion) const;
};

// Order: the quantized model, savings at no cost, then those that cost cycles, then faster ones with more memory, then
// what saves flash only, then those that were not run, then moves of memory; within each group, the largest gain first.
void rank(AdviceReport& report);
// The group of a suggestion in that order: free ones cost practically no cycles.
enum class AdviceGroup : std::uint8_t { kQuantized, kFree, kPaid, kFaster, kFlash, kNotRun, kElsewhere };
AdviceGroup groupOf(const AdviceReport& report, const Suggestion& suggestion);

// In the order in which a search of another order found them (kinds, then as they were found), and ranked.
void settle(AdviceReport& report);

// Milliseconds of an inference now, on the chosen board; absent if unknown.
std::optional<double> milliseconds(const AdviceReport& report);

} // namespace arenascope::optimization
