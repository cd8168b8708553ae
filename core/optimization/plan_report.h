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

// Placement of buffers: by the search, by the interpreter's own planner, or without any two that share bytes.
enum class Method : std::uint8_t { kOptimal, kGreedy, kLinear };
inline constexpr std::array kMethods = {Method::kOptimal, Method::kGreedy, Method::kLinear};
const char* methodName(Method method); // "optimal"

// Order of operators: the model's, or one that needs less memory, if there is any.
enum class Ordering : std::uint8_t { kKeep, kBest };
inline constexpr std::array kOrderings = {Ordering::kKeep, Ordering::kBest};
const char* orderingName(Ordering ordering); // "keep"

// The effect of the plan on one target with one kernel set.
struct PlannedRun {
  report::Report before;         // the unchanged model
  report::Report after;          // with the plan in its metadata
  std::uint64_t greedyBytes = 0; // head section with the interpreter's own planner, in the model's order
  std::uint64_t lowerBound = 0;  // no plan needs fewer bytes, in any permitted order of operators;
                                 // with overlap: none with these distances in this order does
  planner::Peak peak;            // the step of `after` with most bytes in use, in the planner's numbering
  bool outputsIdentical = false; // of an inference with each; false if one of them did not run

  std::uint64_t bytes() const { return after.arena->head; }
  bool provenOptimal() const { return bytes() == lowerBound; }
};

// For plans whose outputs may overlap inputs.
struct OverlapResult {
  std::uint64_t apartBytes = 0;               // head section of the best plan without overlap
  std::vector<report::OverlappingPair> pairs; // of the plan; empty: it has no overlap either
  std::vector<run::SafeDistance> distances;   // measured: the strictest of all targets of the plan
};

struct PlanReport : PlannedRun {
  Method planner = Method::kOptimal;
  Ordering order = Ordering::kKeep;
  std::vector<PlannedRun> others; // further targets and kernel sets of the plan
  // By subgraph: the operators' numbers in the new order; empty if the order has not changed.
  std::vector<std::vector<std::int32_t>> operatorOrder;
  std::optional<OverlapResult> overlap;               // if requested
  planner::SearchEnd end = planner::SearchEnd::kDone; // of the search, if the plan is not proven to be the best
  double seconds = 0;                                 // of the search
  std::vector<std::uint8_t> model;                    // with the plan

  // Whether operators were allowed to be reordered.
  bool triesOrders() const { return order == Ordering::kBest; }
};

// The buffers in use at the step `peak`, largest first: the reason why no plan for this order of operators is smaller.
std::vector<const report::PlannedBuffer*> peakBuffersOf(const PlannedRun& run);

} // namespace arenascope::optimization
