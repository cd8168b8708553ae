// Reports side by side: of one model with two kernel sets or on two targets, or of two models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct ComparedFigure {
  std::string name;                                 // "minimum arena"
  std::string unit;                                 // "bytes", "cycles", "instructions"
  std::string help;                                 // what it is, in a sentence
  std::vector<std::optional<std::uint64_t>> values; // of each report; absent where it has none
};

// Operators that stand for each other: those that write the same tensor, a layer's strips among them. Where two models
// have hardly a tensor's name in common, those of the same kind in the same order.
struct ComparedOperator {
  std::string name;                    // "CONV_2D"
  std::vector<std::vector<int>> parts; // of each report: positions in Report::operators; empty: it has none
};

// What a row says of one report: its parts summed.
struct ComparedCost {
  const OperatorReport* first = nullptr;
  std::size_t count = 0; // of parts
  std::uint64_t macs = 0;
  std::uint64_t liveBytes = 0;         // the most while one of them runs
  std::optional<std::uint64_t> cycles; // absent on targets without them
  std::optional<std::uint64_t> instructions;
};

struct Comparison {
  std::vector<Report> reports;
  std::vector<std::string> titles; // what tells each from the others: kernel set, target, model
  std::vector<ComparedFigure> figures;
  std::vector<ComparedOperator> operators;
  std::optional<bool> outputsIdentical; // absent unless all ran the same model to its end
  int firstDifference = -1;             // row of the first operator whose outputs differ, where they do

  // Nothing where the report has no such operator.
  std::optional<ComparedCost> at(const ComparedOperator& row, std::size_t report) const;
  // "3": the operator's place in the first report that has it.
  std::string placeOf(const ComparedOperator& row) const;
  // What became of a row in another report than the first: "new", "gone", "in 4 parts"; empty where it is one for one.
  std::string changeOf(const ComparedOperator& row, std::size_t report) const;
  // What all have in common: model, target, kernel set, as far as they do.
  std::string common() const;
  bool sameModel() const;
};

// At least one report; the first is what the others are compared with.
Comparison compareReports(std::vector<Report> reports);

// "+1,234 (+3.1 %)": how `other` differs from `base`. Empty where either is absent or both are equal.
std::string differenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);
// With what became of it, Comparison::changeOf(): "+1,234 (+3.1 %), in 4 parts"; "new".
std::string differenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other,
                           const std::string& change);
// The same without the number where the share says enough: from 1 % on.
std::string shortDifferenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);

} // namespace arenascope::report
