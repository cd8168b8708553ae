// Checks a report against budgets, and against an earlier report that it must not exceed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/figures.h"

namespace arenascope::report {

// Figures that can have limits: arena, used, head, tail, stack, flash, cycles.
std::vector<std::string> figureKeys();

// Figures of an earlier report to compare with.
struct Baseline {
  std::string name;  // file name for messages
  std::string model; // file name of the model
  std::string sha256;
  std::string target;
  std::string kernels;
  std::string tflm = kCurrentTflm;
  std::map<std::string, std::uint64_t> figures; // by key; as far as known
};

// Allowed growth over the baseline.
struct Tolerance {
  double percent = 0.0;
  std::uint64_t absolute = 0;
  bool ignored = false;
};

struct BudgetRules {
  std::map<std::string, std::uint64_t> limits; // by key: maximum
  std::map<std::string, Tolerance> tolerances; // by key; by default arena and cycles may not grow, others may
  std::optional<Baseline> baseline;
  bool otherModel = false; // allow a baseline of a model with another file name
};
// "cycles=5%", "arena=1K", "stack=none".
std::optional<Error> addTolerance(BudgetRules& rules, const std::string& text);

struct BudgetCheck {
  const FigureKind* figure = nullptr;
  std::optional<std::uint64_t> value;  // absent if the report lacks it
  std::optional<std::uint64_t> before; // in the baseline
  std::optional<std::uint64_t> limit;  // maximum; absent if there is none
  bool passed = true;
  std::string why; // reason if it did not pass
};

struct BudgetVerdict {
  std::vector<BudgetCheck> checks; // one per figure that the report has or that was asked for
  bool passed() const;
};

// A figure that was to be compared and cannot be does not pass. The error says that the baseline is of another model,
// target or kernel set, or that a figure with a budget is not known.
Result<BudgetVerdict> checkBudgets(const Report& report, const BudgetRules& rules);

} // namespace arenascope::report
