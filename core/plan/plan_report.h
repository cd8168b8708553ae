// The answer to "plan this model's memory".
#pragma once

#include <string>

#include "core/plan/placement.h"
#include "core/profile/report.h"

namespace arenascope::plan {

inline constexpr const char* kSchema = "arenascope.plan.1"; // of the JSON
inline constexpr const char* kOptimalPlanner = "optimal";   // the search; the others are named in report.h

struct PlanReport {
  std::string planner;
  profile::Report before;          // the model as it is
  profile::Report after;           // with the plan in its metadata
  std::uint64_t greedyBytes = 0;   // head section where the interpreter's own planner places all
  std::uint64_t lowerBound = 0;    // bytes that no plan in this order of operators goes below
  Peak peak;                       // the step whose buffers need the bound, in the planner's numbering
  bool outputsIdentical = false;   // of an inference with each; false where one of them did not run
  double seconds = 0;              // of the search
  std::vector<std::uint8_t> model; // with the plan

  std::uint64_t bytes() const { return after.arena->head; }
  bool provenOptimal() const { return bytes() == lowerBound; }
};

// arenascope.plan.1. The time only where it is asked for: all else is the same each time.
std::string toJson(const PlanReport& report, bool timing);
// For a model that could not be planned.
std::string failedJson(const std::string& path, const profile::Error& error);
// For a terminal.
std::string toText(const PlanReport& report, bool colour);

// What came of it, in one or two sentences: what is saved, or why nothing is.
std::string describeResult(const PlanReport& report);

} // namespace arenascope::plan
