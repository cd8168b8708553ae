#include "core/output/answers/explanation_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/output/json_parts.h"
#include "core/output/record_fields.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using diagnosis::ExplainedMessage;
using diagnosis::Explanation;
using diagnosis::MemoryFit;
using diagnosis::MessageKind;
using diagnosis::TflmMessage;
using report::Report;

namespace {

const char* kindName(MessageKind kind) {
  switch (kind) {
  case MessageKind::kMemory: return "memory";
  case MessageKind::kBuffersTooLarge: return "buffers_too_large";
  case MessageKind::kTooManyBuffers: return "too_many_buffers";
  case MessageKind::kStructs: return "structs";
  case MessageKind::kMissingOperator: return "missing_operator";
  case MessageKind::kResolverTooSmall: return "resolver_too_small";
  case MessageKind::kMissingMethod: return "missing_method";
  case MessageKind::kNodeFailed: return "node_failed";
  case MessageKind::kSchemaVersion: return "schema_version";
  case MessageKind::kType: return "type";
  case MessageKind::kHybrid: return "hybrid";
  case MessageKind::kSubgraphs: return "subgraphs";
  case MessageKind::kOfflinePlan: return "offline_plan";
  case MessageKind::kDynamicTensor: return "dynamic_tensor";
  case MessageKind::kVariables: return "resource_variables";
  case MessageKind::kScratchLimit: return "scratch_limit";
  case MessageKind::kTempNotFreed: return "temp_not_freed";
  case MessageKind::kNoFailure: return "no_failure";
  case MessageKind::kFlex: return "flex";
  case MessageKind::kOtherRuntime: return "other_runtime";
  case MessageKind::kNotAllocated: return "not_allocated";
  case MessageKind::kRefusal: return "refusal";
  case MessageKind::kPerChannel: return "per_channel";
  case MessageKind::kCheck: return "check";
  case MessageKind::kInternal: return "internal";
  case MessageKind::kTrace: return "trace";
  case MessageKind::kHeap: return "heap";
  case MessageKind::kEdgeImpulse: return "edge_impulse";
  case MessageKind::kArenaTooSmall: return "arena_too_small";
  case MessageKind::kInputSize: return "input_size";
  case MessageKind::kStack: return "stack";
  case MessageKind::kFault: return "fault";
  case MessageKind::kFaultRegister: return "fault_register";
  case MessageKind::kLinker: return "linker";
  case MessageKind::kUndefined: return "undefined_symbol";
  case MessageKind::kAlignment: return "alignment";
  case MessageKind::kPlatform: return "platform";
  case MessageKind::kConsequence: break;
  }
  return "consequence";
}

Json messageJson(const ExplainedMessage& explained, const std::vector<Report>& reports) {
  const TflmMessage& message = explained.message;
  Json json = {{"text", message.text},
               {"kind", kindName(message.kind)},
               {"past_wording", message.past},
               {"times", explained.times}};
  if (message.section) json["section"] = sectionName(*message.section);
  for (const auto& [name, value] :
       {std::pair{"requested", message.requested}, std::pair{"available", message.available},
        std::pair{"missing", message.missing}, std::pair{"number", message.number}})
    if (value) json[name] = *value;
  if (!message.name.empty()) json["name"] = message.name;
  if (message.row != nullptr && message.row->since != 0) json["since"] = yearAndMonth(message.row->since);
  if (message.row != nullptr && message.row->until != 0) json["until"] = yearAndMonth(message.row->until);
  if (!message.file.empty()) json["source"] = message.file;
  if (message.line) json["line"] = *message.line;
  json["meaning"] = explained.meaning;
  json["detail"] = explained.detail;
  json["fits"] = Json::array();
  for (const MemoryFit& fit : explained.fits) {
    const Report& report = reports[fit.report];
    const trace::Event& event = report.allocations[fit.event];
    json["fits"].push_back({{"target", report.target},
                            {"kernels", report.kernels},
                            {"tflm", report.tflm},
                            {"planner", plannerName(report.planner)},
                            {"phase", run::phaseName(event.position.phase)},
                            {"subgraph", event.position.subgraph},
                            {"op", run::operatorOf(event)},
                            {"section", sectionName(event.section)},
                            {"what", run::categoryText(event.category)},
                            {"arena_bytes", fit.arenaLow},
                            {"arena_bytes_at_most", fit.arenaHigh},
                            {"minimum_bytes", report.arena->minimum},
                            {"recommended_bytes", report.arena->recommended}});
  }
  return json;
}

Json runJson(const Report& report) {
  Json json = {{"target", report.target},
               {"kernels", report.kernels},
               {"tflm", report.tflm},
               {"planner", plannerName(report.planner)}};
  if (report.arena) json["minimum_bytes"] = report.arena->minimum;
  if (report.error) json["error"] = report.error->message;
  return json;
}

// Those that print what was pasted, or all of them where none does and they are few; what failed in any case.
std::string runsText(const Explanation& explanation, const std::vector<Report>& reports, const Style& style) {
  constexpr std::size_t kFew = 8;
  std::vector<bool> prints(reports.size());
  for (const ExplainedMessage& explained : explanation.messages)
    for (const MemoryFit& fit : explained.fits) prints[fit.report] = true;
  const bool any = std::find(prints.begin(), prints.end(), true) != prints.end();
  std::string text;
  std::size_t others = 0;
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Report& report = reports[i];
    const std::string settings = describeSettings(report);
    if (report.error)
      text +=
          fmt::format("  {:40} {}failed:{} {}\n", settings, style.strong, style.end, printable(report.error->message));
    if (!report.arena) continue;
    if (any ? prints[i] : reports.size() <= kFew) {
      text += fmt::format("  {:40} {:>12} bytes  {}minimum arena{}\n", settings, grouped(report.arena->minimum),
                          style.weak, style.end);
      continue;
    }
    ++others;
    least = std::min(least, report.arena->minimum);
    most = std::max(most, report.arena->minimum);
  }
  if (others > 0)
    text += fmt::format("  {}{} of target, kernels and revision {} tried: {} bytes.{}\n", style.weak,
                        counted(others, any ? "other combination" : "combination"), others == 1 ? "was" : "were",
                        least == most ? grouped(most) : grouped(least) + " to " + grouped(most), style.end);
  return text;
}

} // namespace

std::string toText(const Explanation& explanation, const std::vector<Report>& reports, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text;
  for (const ExplainedMessage& explained : explanation.messages) {
    text += style.strong + printable(explained.message.text) + style.end;
    if (explained.times > 1) text += " (" + grouped(explained.times) + " times)";
    text += "\n";
    text += "  " + printable(explained.meaning) + "\n";
    if (explained.message.past)
      text += "  An earlier revision of TFLM words it like this (until " +
              diagnosis::monthText(explained.message.row->until) + "); its sizes may differ.\n";
    for (const std::string& sentence : explained.detail) text += "  " + printable(sentence) + "\n";
    text += "\n";
  }
  for (const std::string& sentence : explanation.together) text += printable(sentence) + "\n";
  if (!explanation.together.empty()) text += "\n";
  if (explanation.unexplained > 0)
    text += grouped(explanation.unexplained) +
            " later messages are not explained: the first messages of a log show the cause.\n\n";
  if (!explanation.understood()) text += "No message of TensorFlow Lite Micro has been recognised in this text.\n\n";
  text += runsText(explanation, reports, style);
  if (!explanation.others.empty())
    text += fmt::format("\n  {}{} in the text.{}\n", style.weak, counted(explanation.others.size(), "other line"),
                        style.end);
  return text;
}

std::string toJson(const Explanation& explanation, const std::vector<Report>& reports) {
  Json json = {{"schema", "arenascope.explain.1"}, {"model", modelJson(reports.front().model)}};
  json["understood"] = explanation.understood();
  if (!explanation.together.empty()) json["together"] = explanation.together;
  json["messages"] = Json::array();
  for (const ExplainedMessage& explained : explanation.messages)
    json["messages"].push_back(messageJson(explained, reports));
  json["runs"] = Json::array();
  for (const Report& report : reports) json["runs"].push_back(runJson(report));
  json["unexplained"] = explanation.unexplained;
  json["consequences"] = explanation.consequences;
  json["other_lines"] = explanation.others.size();
  return dumped(json);
}

} // namespace arenascope::output
