// Compares reports: of one model with several kernel sets or targets, or of several models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/operator_columns.h"

namespace arenascope::report {

struct ComparedFigure {
  std::string name;                                 // "minimum arena"
  std::string unit;                                 // "bytes", "cycles", "instructions"
  std::string help;                                 // description in a sentence
  std::vector<std::optional<std::uint64_t>> values; // by report; absent if it has none
};

// Corresponding operators: those that write the same tensor, including a layer's strips. If two models have few tensor
// names in common: those of the same kind in the same order.
struct ComparedOperator {
  std::string name;                    // "CONV_2D"
  std::vector<std::vector<int>> parts; // by report: indices in Report::operators; may be empty
};

struct Comparison {
  std::vector<Report> reports;
  std::vector<std::string> titles; // what distinguishes each: kernel set, target, model
  std::vector<ComparedFigure> figures;
  std::vector<ComparedOperator> operators;
  std::optional<bool> outputsIdentical; // absent unless all completed the same model
  int firstDifference = -1;             // row of the first operator with different outputs, if any

  // The first of a row's parts in one report; nullptr if it has none.
  const OperatorReport* firstOf(const ComparedOperator& row, std::size_t report) const;
  // Sum or maximum over a row's parts in one report, of a column with whole numbers. Absent if the report lacks it.
  std::optional<std::uint64_t> number(const ComparedOperator& row, std::size_t report,
                                      const OperatorColumn& column) const;
  // "3": the operator's place in the first report that has it.
  std::string placeOf(const ComparedOperator& row) const;
  // Change of a row relative to the first report: "new", "gone", "in 4 parts"; empty if one to one.
  std::string changeOf(const ComparedOperator& row, std::size_t report) const;
  // Common settings: model, target, kernel set, as far as equal.
  std::string common() const;
  bool sameModel() const;
};

// At least one report; the first is the baseline of the others.
Comparison compareReports(std::vector<Report> reports);

// "+1,234 (+3.1 %)": difference of `other` from `base`. Empty if either is absent or both are equal.
std::string differenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);
// With Comparison::changeOf(): "+1,234 (+3.1 %), in 4 parts"; "new".
std::string differenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other,
                           const std::string& change);
// The same, only as a percentage from 1 % on.
std::string shortDifferenceText(const std::optional<std::uint64_t>& base, const std::optional<std::uint64_t>& other);

} // namespace arenascope::report
