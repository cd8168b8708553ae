#include "core/report/operator_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/number_text.h"

namespace arenascope::report {

namespace {

using Read = std::optional<Number>;

template <std::uint64_t OperatorReport::*kField>
Read ofOperator(const Report& /*report*/, const OperatorReport& op) {
  return op.*kField;
}

template <std::uint64_t run::Cost::*kField>
Read ofCost(const Report& report, const OperatorReport& op) {
  return report.cost ? Read(op.cost.*kField) : Read();
}

Read milliseconds(const Report& report, const OperatorReport& op) {
  if (!report.cost || !report.board) return {};
  return static_cast<double>(op.cost.cycles) / report.board->clockHz() * 1000.0;
}

Read share(const Report& report, const OperatorReport& op) {
  return report.cost ? Read(report.cost->percent(op.cost.cycles)) : Read();
}

constexpr const char* kWithoutCycles = "if the target has no cycle model";
constexpr ColumnRanks kTablesOnly{kAbsent, kAbsent, kAbsent, kAbsent};

constexpr OperatorColumn kColumns[] = {
    {.name = "live_bytes",
     .title = "live bytes",
     .help = "bytes of all planned buffers in use while the operator runs",
     .ranks = {.json = 4, .csv = 1, .comparedJson = 1, .comparedCsv = 1},
     .textWidth = 12,
     .adds = false,
     .read = ofOperator<&OperatorReport::liveBytes>},
    {.name = "cycles",
     .title = "cycles",
     .help = "processor cycles in the kernel, by the target's timing model",
     .absent = kWithoutCycles,
     .ranks = {.json = 1, .csv = 5, .comparedJson = 3, .comparedCsv = 3},
     .textWidth = 14,
     .withCalls = true,
     .read = ofCost<&run::Cost::cycles>},
    {.name = "milliseconds",
     .title = "ms",
     .help = "milliseconds at the board's clock",
     .absent = "without a board, or if the target has no cycle model",
     .ranks = kTablesOnly,
     .read = milliseconds,
     .decimals = 3},
    {.name = "share",
     .title = "share",
     .help = "share of all cycles of one inference",
     .absent = kWithoutCycles,
     .ranks = kTablesOnly,
     .textWidth = 7,
     .read = share,
     .decimals = 1,
     .suffix = " %"},
    {.name = "instructions",
     .title = "instructions",
     .help = "instructions executed in the kernel",
     .absent = kWithoutCycles,
     .ranks = {.json = 2, .csv = 4, .comparedJson = 4, .comparedCsv = 2},
     .withCalls = true,
     .read = ofCost<&run::Cost::instructions>},
    {.name = "macs",
     .title = "MACs",
     .help = "multiply-accumulate operations",
     .ranks = {.json = 3, .csv = 3, .comparedJson = 2, .comparedCsv = kAbsent},
     .textWidth = 12,
     .blankZero = true,
     .read = ofOperator<&OperatorReport::macs>},
    {.name = "weight_bytes",
     .title = "weight bytes",
     .help = "constant bytes that it reads, from flash",
     .ranks = {.json = 5, .csv = 2, .comparedJson = kAbsent, .comparedCsv = kAbsent},
     .blankZero = true,
     .read = ofOperator<&OperatorReport::weightBytes>},
};

} // namespace

std::span<const OperatorColumn> operatorColumns() { return kColumns; }

const OperatorColumn& operatorColumn(std::string_view name) {
  return *std::find_if(std::begin(kColumns), std::end(kColumns), [&](const auto& each) { return each.name == name; });
}

std::vector<const OperatorColumn*> columnsOf(std::uint8_t ColumnRanks::*file) {
  std::vector<const OperatorColumn*> columns;
  for (const OperatorColumn& column : kColumns)
    if (column.ranks.*file != kAbsent) columns.push_back(&column);
  std::stable_sort(columns.begin(), columns.end(),
                   [&](const auto* a, const auto* b) { return a->ranks.*file < b->ranks.*file; });
  return columns;
}

bool isKnown(const OperatorColumn& column, const Report& report) {
  return std::any_of(report.operators.begin(), report.operators.end(),
                     [&](const OperatorReport& op) { return column.read(report, op).has_value(); });
}

std::vector<const OperatorColumn*> knownColumns(const Report& report) {
  std::vector<const OperatorColumn*> columns;
  for (const OperatorColumn& column : kColumns)
    if (isKnown(column, report)) columns.push_back(&column);
  return columns;
}

std::optional<std::uint64_t> wholeOf(const OperatorColumn& column, const Report& report, const OperatorReport& op) {
  const auto number = column.read(report, op);
  return number ? std::optional(std::get<std::uint64_t>(*number)) : std::nullopt;
}

std::string textOf(const OperatorColumn& column, const Report& report, const OperatorReport& op) {
  const auto number = column.read(report, op);
  if (!number) return {};
  if (const double* real = std::get_if<double>(&*number))
    return fmt::format("{:.{}f}{}", *real, column.decimals, column.suffix);
  const std::uint64_t whole = std::get<std::uint64_t>(*number);
  return whole == 0 && column.blankZero ? std::string() : grouped(whole) + column.suffix;
}

std::string digits(const std::optional<std::uint64_t>& number) { return number ? std::to_string(*number) : ""; }

} // namespace arenascope::report
