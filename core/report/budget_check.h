// A report against limits: budgets, and an earlier report that it may not be worse than.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/figures.h"

namespace arenascope::report {

// Of the figures that can be limited: arena, used, head, tail, stack, flash, cycles.
std::vector<std::string> figureKeys();

// What a report is compared with: the figures of an earlier one.
struct Baseline {
  std::string name;  // of the file, in messages
  std::string model; // the model's file
  std::string sha256;
  std::string target;
  std::string kernels;
  std::string tflm = kCurrentTflm;
  std::map<std::string, std::uint64_t> figures; // by key; those that it has
};

// How much more than the baseline's a figure may be.
struct Tolerance {
  double percent = 0.0;
  std::uint64_t absolute = 0;
  bool ignored = false;
};

struct BudgetRules {
  std::map<std::string, std::uint64_t> limits; // by key: not more than so much
  std::map<std::string, Tolerance> tolerances; // by key; without one, arena and cycles may not grow, others may
  std::optional<Baseline> baseline;
  bool otherModel = false; // the baseline may be of a model with another file name
};
// "cycles=5%", "arena=1K", "stack=none".
std::optional<Error> addTolerance(BudgetRules& rules, const std::string& text);

struct BudgetCheck {
  const FigureKind* figure = nullptr;
  std::optional<std::uint64_t> value;  // absent where the report does not tell it
  std::optional<std::uint64_t> before; // in the baseline
  std::optional<std::uint64_t> limit;  // what it may be; absent where nothing limits it
  bool passed = true;
  std::string why; // where it did not pass
};

struct BudgetVerdict {
  std::vector<BudgetCheck> checks; // one for each figure that the report has or that was to be compared
  bool passed() const;
};

// What was to be compared and cannot be does not pass. The error says that the baseline is of another model, target or
// kernel set, or that a figure with a budget is not known.
Result<BudgetVerdict> checkBudgets(const Report& report, const BudgetRules& rules);

} // namespace arenascope::report
