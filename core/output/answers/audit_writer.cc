#include "core/output/answers/audit_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

using diagnosis::Audit;
using diagnosis::AuditedOperator;
using diagnosis::AuditFinding;
using diagnosis::FindingGroup;
using diagnosis::FindingKind;

namespace {

std::uint64_t shapesOf(const Audit& audit) {
  std::uint64_t shapes = 0;
  for (const AuditedOperator& op : audit.operators) shapes += op.shapes;
  return shapes;
}

std::uint64_t memoryFindings(const Audit& audit) {
  return static_cast<std::uint64_t>(
      std::count_if(audit.findings.begin(), audit.findings.end(), [](const AuditFinding& finding) {
        return finding.kind == FindingKind::kOverrun || finding.kind == FindingKind::kReadBeyond;
      }));
}

std::uint32_t shapesOf(const Audit& audit, const std::string& op) {
  const auto found = std::find_if(audit.operators.begin(), audit.operators.end(),
                                  [&](const AuditedOperator& each) { return each.name == op; });
  return found == audit.operators.end() ? 0 : found->shapes;
}

// "operator 3, " of the model that was given.
std::string placeOf(const AuditFinding& finding) {
  return finding.modelOp < 0 ? std::string() : fmt::format("operator {} of the model, ", finding.modelOp);
}

std::string rowText(const Audit& audit, const FindingGroup& group) {
  const FindingKind kind = group.example->kind;
  const bool differs = kind == FindingKind::kDiffers;
  return fmt::format("  {:30} {:12} {:>12} {:>12} {:>10}\n", group.example->op, findingName(kind),
                     fmt::format("{} of {}", group.shapes, shapesOf(audit, group.example->op)),
                     group.mostBytes == 0 ? "" : grouped(group.mostBytes),
                     differs ? fmt::format("{}", group.largestDifference) : "");
}

std::string exampleText(const FindingGroup& group, const Style& style) {
  const AuditFinding& example = *group.example;
  std::string text = fmt::format("\n  {}{} {}{}, for example: {}\n", style.bad, example.op, findingName(example.kind),
                                 style.end, printable(example.what));
  text += fmt::format("    {}{}{}", style.weak, placeOf(example), printable(example.shape));
  if (example.misalignment != 0)
    text += fmt::format("; arena {} past a multiple of 16", countedBytes(example.misalignment));
  return text + fmt::format("{}\n", style.end);
}

std::string tableText(const Audit& audit, const Style& style) {
  const std::vector<FindingGroup> groups = groupsOf(audit);
  std::string text = fmt::format("  {}{:30} {:12} {:>12} {:>12} {:>10}{}\n", style.weak, "operator", "finding",
                                 "shapes", "most bytes", "most off", style.end);
  for (const FindingGroup& group : groups) text += rowText(audit, group);
  for (const FindingGroup& group : groups) text += exampleText(group, style);
  return text;
}

std::string refusals(const Audit& audit) {
  std::string text;
  for (const AuditedOperator& op : audit.operators)
    if (op.refused > 0)
      text += fmt::format("  {} refused {} of {} shapes: {}\n", op.name, op.refused, op.refused + op.shapes,
                          printable(op.refusal));
  return text;
}

std::vector<std::string> missingOf(const Audit& audit) {
  std::vector<std::string> names;
  for (const AuditedOperator& op : audit.operators)
    if (op.missing) names.push_back(op.name);
  return names;
}

Json findingJson(const AuditFinding& finding) {
  Json json = {{"name", finding.op}, {"kind", findingName(finding.kind)}, {"shape", finding.shape}};
  if (finding.modelOp >= 0) json["op"] = finding.modelOp;
  json["misalignment"] = finding.misalignment;
  if (finding.bytes > 0) json["bytes"] = finding.bytes;
  if (finding.kind == FindingKind::kDiffers) {
    json["values"] = finding.values;
    json["all_values"] = finding.allValues;
    json["largest_difference"] = finding.largestDifference;
  }
  json["what"] = finding.what;
  return json;
}

} // namespace

std::string toText(const Audit& audit, bool colour) {
  const Style style = terminalStyle(colour);
  const std::vector<std::string> missing = missingOf(audit);
  std::string text = fmt::format("{}{}{} on {}: {} operators with {} shapes, {} accesses checked\n\n", style.strong,
                                 audit.kernels, style.end, audit.target, audit.operators.size() - missing.size(),
                                 grouped(shapesOf(audit)), grouped(audit.accesses));
  if (!audit.findings.empty())
    text += tableText(audit, style);
  else
    text += fmt::format("  {}Nothing found{}: kernels stay in their buffers, and their outputs are those of the "
                        "reference kernels.\n",
                        style.strong, style.end);
  if (const std::string refused = refusals(audit); !refused.empty()) text += "\n" + refused;
  if (!missing.empty()) text += "\n  Not in the library: " + joined(missing) + ".\n";
  if (!audit.untried.empty()) text += "\n  Not tried, since no shapes are known: " + joined(audit.untried) + ".\n";
  if (!audit.complete) text += "\n  The time ended before all shapes were tried (--time-limit).\n";
  return text;
}

std::string toJson(const Audit& audit) {
  Json json = {{"schema", "arenascope.audit.1"}, {"kernels", audit.kernels}, {"target", audit.target}};
  if (!audit.model.empty()) json["model"] = audit.model;
  json["guard"] = {{"accesses", audit.accesses},
                   {"violations", memoryFindings(audit)},
                   {"kernels", audit.library},
                   {"compiled_for", audit.target}};
  Json operators = Json::array();
  for (const AuditedOperator& op : audit.operators) {
    Json row = {{"name", op.name}, {"shapes", op.shapes}, {"refused", op.refused}};
    if (op.refused > 0) row["refusal"] = op.refusal;
    row["missing"] = op.missing;
    operators.push_back(std::move(row));
  }
  json["operators"] = std::move(operators);
  json["untried"] = audit.untried;
  Json findings = Json::array();
  for (const AuditFinding& finding : audit.findings) findings.push_back(findingJson(finding));
  json["findings"] = std::move(findings);
  json["complete"] = audit.complete;
  return dumped(json);
}

std::string toCsv(const Audit& audit) {
  std::string text = "operator,kind,shape,model_op,misalignment,bytes,values,all_values,largest_difference,what\n";
  for (const AuditFinding& finding : audit.findings) {
    const bool differs = finding.kind == FindingKind::kDiffers;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csvField(finding.op), findingName(finding.kind),
                        csvField(finding.shape), finding.modelOp < 0 ? "" : std::to_string(finding.modelOp),
                        finding.misalignment, finding.bytes > 0 ? std::to_string(finding.bytes) : "",
                        differs ? std::to_string(finding.values) : "", differs ? std::to_string(finding.allValues) : "",
                        differs ? fmt::format("{}", finding.largestDifference) : "", csvField(finding.what));
  }
  return text;
}

} // namespace arenascope::output
