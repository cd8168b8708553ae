// Table of an operator's numbers: each column of the operator tables, files and classes of all front ends, and how to
// read it. Identity (subgraph, index, name) and lists (functions, outputs) are not in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Rank in a file's row, as published; later columns follow in the table's order.
enum Rank : std::uint8_t { kAbsent = 0, kLast = 255 };

struct ColumnRanks {
  std::uint8_t json = kLast; // `profile --json`; Python's Operator
  std::uint8_t csv = kLast;
  std::uint8_t comparedJson = kLast; // `compare --json`
  std::uint8_t comparedCsv = kLast;
};

using Number = std::variant<std::uint64_t, double>;

struct OperatorColumn {
  const char* name;  // key in files: "live_bytes"
  const char* title; // heading
  const char* help;
  const char* absent = nullptr; // when: "if the target has no cycle model"; nullptr: never
  ColumnRanks ranks;
  int textWidth = 0;      // in the text report, characters; 0: not there
  bool adds = true;       // several operators have a sum; otherwise a maximum
  bool blankZero = false; // tables show nothing for 0
  bool withCalls = false; // of an operator that calls a subgraph: includes that subgraph's operators
  // Absent if the report lacks it. Whole if `ranks` has a file for it.
  std::optional<Number> (*read)(const Report& report, const OperatorReport& op);
  int decimals = 0;
  const char* suffix = ""; // unit in a cell: " %"
};

// In display order.
std::span<const OperatorColumn> operatorColumns();
// By a name of the table.
const OperatorColumn& operatorColumn(std::string_view name);
// Columns of a file, in its order: columnsOf(&ColumnRanks::csv).
std::vector<const OperatorColumn*> columnsOf(std::uint8_t ColumnRanks::*file);
// Whether any operator of the report has a number there.
bool isKnown(const OperatorColumn& column, const Report& report);
// Those, in display order.
std::vector<const OperatorColumn*> knownColumns(const Report& report);

std::optional<std::uint64_t> wholeOf(const OperatorColumn& column, const Report& report, const OperatorReport& op);
// For a table's cell: "1,234", "12.3 %"; empty if absent.
std::string textOf(const OperatorColumn& column, const Report& report, const OperatorReport& op);
// For a field of a CSV row: "1234"; empty if absent.
std::string digits(const std::optional<std::uint64_t>& number);

} // namespace arenascope::report
