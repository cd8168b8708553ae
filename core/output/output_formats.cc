#include "core/output/output_formats.h"

#include "core/output/budget_writers.h"
#include "core/output/buffers_writer.h"
#include "core/output/header_writer.h"
#include "core/output/json_writer.h"
#include "core/output/model_explorer.h"
#include "core/output/resolver_writer.h"
#include "core/output/text_writer.h"
#include "core/output/trace_writer.h"

namespace arenascope::output {

namespace {

template <std::string (*kWrite)(const report::Report&)>
Result<std::string> plain(const report::Report& report) {
  return kWrite(report);
}

Result<std::string> json(const report::Report& report) { return toJson(report); }

// Without limits: what there is to say of the report itself.
template <std::string (*kWrite)(const report::Report&, const report::BudgetVerdict&)>
Result<std::string> gated(const report::Report& report) {
  const Result<report::BudgetVerdict> verdict = report::checkBudgets(report, {});
  if (!verdict) return verdict.error();
  return kWrite(report, *verdict);
}

constexpr OutputFormat kFormats[] = {
    {"--header", "Write a C++ header with kTensorArenaSize", "Arena size as C++ header", "h", true, false,
     plain<toHeader>},
    {"--buffers", "Write a C++ header with the offset of every planned buffer", "Buffer offsets as C++ header",
     "buffers.h", true, false, plain<toBufferHeader>},
    {"--resolver", "Write a C++ header that registers the model's operators with a MicroMutableOpResolver",
     "Operator resolver as C++ header", "ops.h", false, false, plain<toResolver>},
    {"--json", "Write the report as JSON", "Report as JSON", "json", false, true, json},
    {"--markdown", "Write the result as Markdown, for a pull request", "Report as Markdown", "md", false, true,
     gated<toMarkdown>},
    {"--junit", "Write the result as JUnit XML, with a test case for each limit", "Report as JUnit XML", "junit.xml",
     false, true, gated<toJUnit>},
    {"--csv", "Write one row of CSV for each operator", "Operators as CSV", "csv", false, true, plain<toCsv>},
    {"--buffers-csv", "Write the planned buffers as id,lower,upper,size, for other planners and `plan --buffers`",
     "Planned buffers as CSV", "buffers.csv", true, false, plain<toBuffersCsv>},
    {"--trace", "Write a trace for Perfetto or chrome://tracing: operators, buffers and bytes of the arena over time",
     "Trace for Perfetto", "trace.json", true, false, plain<toTrace>},
    {"--model-explorer", "Write the cycles of each operator", "Cycles for Model Explorer", "cycles.json", true, true,
     plain<nodeCycles>},
    {"--model-explorer", "Write the live bytes of each operator", "Live bytes for Model Explorer", "bytes.json", true,
     true, plain<nodeBytes>},
};

} // namespace

std::span<const OutputFormat> outputFormats() { return kFormats; }

} // namespace arenascope::output
