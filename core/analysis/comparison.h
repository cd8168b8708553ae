// Reports side by side: of one model with two kernel sets or on two targets, or of two models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/report.h"

namespace arenascope::profile {

struct ComparedFigure {
  std::string name;                                 // "minimum arena"
  std::string unit;                                 // "bytes", "cycles", "instructions"
  std::string help;                                 // what it is, in a sentence
  std::vector<std::optional<std::uint64_t>> values; // of each report; absent where it has none
};

// Operators that stand for each other: of the same name, in the same order. Positions in Report::operators; -1 where a
// report has none.
using ComparedOperator = std::vector<int>;

struct Comparison {
  std::vector<Report> reports;
  std::vector<std::string> titles; // what tells each from the others: kernel set, target, model
  std::vector<ComparedFigure> figures;
  std::vector<ComparedOperator> operators;
  std::optional<bool> outputsIdentical; // absent unless all ran the same model to its end
  int firstDifference = -1;             // row of the first operator whose outputs differ, where they do

  // nullptr where the report has no such operator.
  const OperatorReport* at(const ComparedOperator& row, std::size_t report) const {
    return row[report] < 0 ? nullptr : &reports[report].operators[static_cast<std::size_t>(row[report])];
  }
  // What all have in common: model, target, kernel set, as far as they do.
  std::string common() const;
  bool sameModel() const;
};

// At least one report; the first is what the others are compared with.
Comparison compareReports(std::vector<Report> reports);

// "+1,234 (+3.1 %)": how `other` differs from `base`. Empty where either is absent or both are equal.
std::string differenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);
// The same without the number where the share says enough: from 1 % on.
std::string shortDifferenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);

} // namespace arenascope::profile
