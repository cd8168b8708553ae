// The answer to "plan this model's memory".
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/planner/effort.h"
#include "core/planner/placement.h"
#include "core/report/overlapping_pairs.h"
#include "core/report/report.h"

namespace arenascope::optimization {

// How buffers are placed: by the search, as the interpreter's own planner does it, or with no two sharing bytes.
enum class Method : std::uint8_t { kOptimal, kGreedy, kLinear };
inline constexpr std::array kMethods = {Method::kOptimal, Method::kGreedy, Method::kLinear};
const char* methodName(Method method); // "optimal"

// Of operators: as the model has them, or one that needs less, where there is one.
enum class Ordering : std::uint8_t { kKeep, kBest };
inline constexpr std::array kOrderings = {Ordering::kKeep, Ordering::kBest};
const char* orderingName(Ordering ordering); // "keep"

// What the plan does on one target with one kernel set.
struct PlannedRun {
  report::Report before;         // the unchanged model
  report::Report after;          // with the plan in its metadata
  std::uint64_t greedyBytes = 0; // head section where the interpreter's own planner places all, in the model's order
  std::uint64_t lowerBound = 0;  // bytes that no plan goes below, in any order of operators that was to be tried;
                                 // of a plan with overlap, that none with these distances in this order goes below
  planner::Peak peak;            // the step of `after` at which most is in use, in the planner's numbering
  bool outputsIdentical = false; // of an inference with each; false where one of them did not run

  std::uint64_t bytes() const { return after.arena->head; }
  bool provenOptimal() const { return bytes() == lowerBound; }
};

// Where outputs were allowed to lie over inputs.
struct OverlapResult {
  std::uint64_t apartBytes = 0;               // head section of the best plan in which they do not
  std::vector<report::OverlappingPair> pairs; // of the plan; empty: they do not either
  std::vector<run::SafeDistance> distances;   // measured: the strictest of all that the plan is for
};

struct PlanReport : PlannedRun {
  Method planner = Method::kOptimal;
  Ordering order = Ordering::kKeep;
  std::vector<PlannedRun> others; // further targets and kernel sets that the plan is made for
  // Of each subgraph, the operators' numbers as they run now; empty where they run as they did.
  std::vector<std::vector<std::int32_t>> operatorOrder;
  std::optional<OverlapResult> overlap;               // where it was asked for
  planner::SearchEnd end = planner::SearchEnd::kDone; // of the search, where the plan is not proven to be the best
  double seconds = 0;                                 // of the search
  std::vector<std::uint8_t> model;                    // with the plan

  // Whether operators were allowed to change places.
  bool triesOrders() const { return order == Ordering::kBest; }
};

// The buffers in use at the step `peak`, the largest first: why no plan for this order of operators is smaller.
std::vector<const report::PlannedBuffer*> peakBuffersOf(const PlannedRun& run);

} // namespace arenascope::optimization
