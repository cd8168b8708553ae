#include "core/output/model_explorer.h"

#include <algorithm>

#include "core/output/json_parts.h"

namespace arenascope::output {

namespace {

// Model Explorer names a subgraph without a name by its number, the first one "main".
std::string graphName(const report::Report& report, std::size_t subgraph) {
  const std::string& name = report.model.subgraphs[subgraph].name;
  if (!name.empty()) return name;
  return subgraph == 0 ? "main" : "subgraph_" + std::to_string(subgraph);
}

// By the output tensor's name; without one, by the operator's number, which is the node's.
std::string nodeKey(const report::Report& report, const report::OperatorReport& op) {
  const model::SubgraphInfo& subgraph = report.model.subgraphs[static_cast<std::size_t>(op.subgraph)];
  const auto& outputs = subgraph.operators[static_cast<std::size_t>(op.index)].outputs;
  const std::string name = outputs.empty() ? "" : subgraph.tensors[static_cast<std::size_t>(outputs.front())].name;
  return name.empty() ? std::to_string(op.index) : name;
}

template <typename Merge>
std::string nodeData(const report::Report& report, Merge merge) {
  Json json = Json::object();
  for (std::size_t s = 0; s < report.model.subgraphs.size(); ++s)
    json[graphName(report, s)] = {
        {"results", Json::object()},
        {"gradient", {{{"stop", 0}, {"bgColor", "#ffffff"}}, {{"stop", 1}, {"bgColor", "#d55e00"}}}}};
  for (const report::OperatorReport& op : report.operators) {
    Json& node = json[graphName(report, static_cast<std::size_t>(op.subgraph))]["results"][nodeKey(report, op)];
    node = {{"value", merge(node.is_null() ? std::uint64_t{0} : node["value"].get<std::uint64_t>(), op)}};
  }
  return dumped(json);
}

} // namespace

std::string nodeCycles(const report::Report& report) {
  return nodeData(report,
                  [](std::uint64_t before, const report::OperatorReport& op) { return before + op.cost.cycles; });
}

std::string nodeBytes(const report::Report& report) {
  return nodeData(
      report, [](std::uint64_t before, const report::OperatorReport& op) { return std::max(before, op.liveBytes); });
}

} // namespace arenascope::output
