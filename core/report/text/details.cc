#include "core/report/text/details.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/report/buffer_info.h"
#include "core/report/function_name.h"

namespace arenascope::report {

namespace {

constexpr std::size_t kMostFunctions = 6;

void add(Details& details, DetailSection section) {
  if (!section.lines.empty()) details.sections.push_back(std::move(section));
}

const model::OperatorInfo& infoOf(const Report& report, const OperatorReport& op) {
  return report.model.subgraphs[op.subgraph.position()].operators[op.index.position()];
}

// Row of Report::operators; -1 if not listed: only executed operators are.
int rowOf(const Report& report, std::int32_t subgraph, std::size_t op) {
  for (std::size_t row = 0; row < report.operators.size(); ++row) {
    const OperatorReport& each = report.operators[row];
    if (each.subgraph == subgraph && each.index == static_cast<std::int32_t>(op)) return static_cast<int>(row);
  }
  return -1;
}

DetailLine lineOf(const Report& report, std::string label, SubgraphId subgraph, TensorId tensor) {
  if (!tensor.isThere()) return {std::move(label), "none"};
  const model::TensorInfo& info = report.model.subgraphs[subgraph.position()].tensors[tensor.position()];
  std::string value = fmt::format("{} {}", info.type, model::shapeText(info.shape));
  if (info.constantBytes > 0) value += ", constant";
  if (!info.name.empty()) value += fmt::format(", {}", printable(info.name));
  return {
      std::move(label), std::move(value), {.tensor = static_cast<int>(planIndexOf(report.model, subgraph, tensor))}};
}

DetailSection costOf(const Report& report, const OperatorReport& op) {
  DetailSection section{"Cost", {}};
  if (op.macs > 0) section.lines.push_back({"MACs", grouped(op.macs)});
  if (!report.cost) return section;
  section.lines.push_back(
      {"cycles", fmt::format("{}, {:.1f} % of all", grouped(op.cost.cycles), report.cost->percent(op.cost.cycles))});
  if (report.board && report.board->clockHz() > 0)
    section.lines.push_back(
        {"time", fmt::format("{:.3f} ms", static_cast<double>(op.cost.cycles) / report.board->clockHz() * 1e3)});
  section.lines.push_back({"instructions", grouped(op.cost.instructions)});
  if (op.macs > 0)
    section.lines.push_back(
        {"cycles per MAC", threeDigits(static_cast<double>(op.cost.cycles) / static_cast<double>(op.macs))});
  return section;
}

DetailSection functionsOf(const OperatorReport& op) {
  DetailSection section{"Most cycles are in", {}};
  const std::vector<run::FunctionCost> functions = byReadableName(op.functions);
  for (std::size_t i = 0; i < std::min(kMostFunctions, functions.size()); ++i)
    section.lines.push_back({functions[i].name, grouped(functions[i].cost.cycles)});
  return section;
}

DetailSection arenaOf(const Report& report, const OperatorReport& op, int row) {
  DetailSection section{"Arena", {}};
  if (!report.arena) return section;
  const std::vector<int> full = headInfo(report).fullOperators;
  const bool fullest = std::find(full.begin(), full.end(), row) != full.end();
  section.lines.push_back({"in use", fmt::format("{}{}", countedBytes(op.liveBytes), fullest ? ", the peak" : "")});
  std::uint64_t gaps = 0;
  for (const ByteRange& gap : gapsAt(report, row)) gaps += gap.end - gap.first;
  section.lines.push_back({"free", countedBytes(gaps) + " of the head"});
  return section;
}

DetailSection placeOf(const Report& report, const PlannedBuffer& buffer) {
  const ByteRange range = bytesOf(buffer);
  DetailSection section{"Place in the head", {}};
  section.lines.push_back({"offset", grouped(range.first)});
  section.lines.push_back(
      {"bytes", fmt::format("{}, {} in the plan", grouped(buffer.bytes), grouped(buffer.plannedBytes()))});
  const Lifetime life = lifetimeOf(report, rowsByStep(report), buffer);
  section.lines.push_back(
      {"in use", life.from.empty() ? "by no operator" : fmt::format("from {} to {}", life.from, life.to)});
  section.lines.push_back(
      {"shares its bytes", "with " + counted(historyOf(report, range).size() - 1, "other") + " over time"});
  return section;
}

void addUsers(const Report& report, Details& details, std::int32_t subgraph, TensorId tensor) {
  const model::SubgraphInfo& graph = report.model.subgraphs[static_cast<std::size_t>(subgraph)];
  const auto has = [&](const std::vector<TensorId>& list) {
    return std::find(list.begin(), list.end(), tensor) != list.end();
  };
  DetailSection writers{"Written by", {}};
  DetailSection readers{"Read by", {}};
  if (has(graph.inputs)) writers.lines.push_back({{}, subgraph == 0 ? "input of the model" : "input of its subgraph"});
  for (std::size_t i = 0; i < graph.operators.size(); ++i) {
    const model::OperatorInfo& op = graph.operators[i];
    const std::string name = operatorHeading(SubgraphId(subgraph), OperatorId(i), op.name);
    if (has(op.outputs)) writers.lines.push_back({{}, name, {.op = rowOf(report, subgraph, i)}});
    if (has(op.inputs)) readers.lines.push_back({{}, name, {.op = rowOf(report, subgraph, i)}});
  }
  if (has(graph.outputs))
    readers.lines.push_back({{}, subgraph == 0 ? "output of the model" : "output of its subgraph"});
  add(details, std::move(writers));
  add(details, std::move(readers));
}

} // namespace

std::string operatorHeading(SubgraphId subgraph, OperatorId index, const std::string& name) {
  return fmt::format("#{} {}", operatorPlace(subgraph, index), name);
}

Details operatorDetails(const Report& report, int row) {
  const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
  const model::OperatorInfo& info = infoOf(report, op);
  Details details{operatorHeading(op), {}};
  add(details, costOf(report, op));
  add(details, arenaOf(report, op, row));
  DetailSection options{"Options", {}};
  for (const model::OperatorOption& option : info.options)
    options.lines.push_back({option.name, printable(option.value)});
  options.lines.push_back({"version", fmt::format("{}", info.version)});
  add(details, std::move(options));
  DetailSection inputs{"Inputs", {}};
  for (std::size_t i = 0; i < info.inputs.size(); ++i)
    inputs.lines.push_back(lineOf(report, fmt::format("{}", i), op.subgraph, info.inputs[i]));
  add(details, std::move(inputs));
  DetailSection outputs{"Outputs", {}};
  for (std::size_t i = 0; i < info.outputs.size(); ++i)
    outputs.lines.push_back(lineOf(report, fmt::format("{}", i), op.subgraph, info.outputs[i]));
  add(details, std::move(outputs));
  add(details, functionsOf(op));
  return details;
}

Details tensorDetails(const Report& report, int tensor) {
  std::int32_t subgraph = 0;
  auto index = static_cast<std::size_t>(tensor);
  for (; index >= report.model.subgraphs[static_cast<std::size_t>(subgraph)].tensors.size(); ++subgraph)
    index -= report.model.subgraphs[static_cast<std::size_t>(subgraph)].tensors.size();
  const model::TensorInfo& info = report.model.subgraphs[static_cast<std::size_t>(subgraph)].tensors[index];
  Details details{info.name.empty() ? fmt::format("tensor {}", index) : printable(info.name), {}};
  DetailSection what{"Tensor", {}};
  what.lines.push_back({"number", subgraph == 0 ? fmt::format("{}", index) : fmt::format("{}:{}", subgraph, index)});
  what.lines.push_back({"type", info.type});
  what.lines.push_back({"shape", info.shape.empty() ? "scalar" : model::shapeText(info.shape)});
  if (!info.quantization.empty()) what.lines.push_back({"quantization", info.quantization});
  const int buffer = buffersByTensor(report)[static_cast<std::size_t>(tensor)];
  if (buffer < 0) {
    what.lines.push_back({"bytes", grouped(std::max(info.bytes, info.constantBytes))});
    what.lines.push_back({"memory", info.constantBytes > 0 ? "flash, inside the model"
                                    : info.isVariable      ? "the arena's tail: it stays from run to run"
                                                           : "none"});
  }
  add(details, std::move(what));
  if (buffer >= 0) add(details, placeOf(report, report.buffers[static_cast<std::size_t>(buffer)]));
  addUsers(report, details, subgraph, TensorId(index));
  return details;
}

Details bufferDetails(const Report& report, int buffer) {
  const PlannedBuffer& what = report.buffers[static_cast<std::size_t>(buffer)];
  if (!what.scratch) return tensorDetails(report, what.index);
  Details details{what.name, {}};
  add(details, placeOf(report, what));
  DetailSection user{"Used by", {}};
  for (std::size_t row = 0; row < report.operators.size(); ++row)
    if (what.liveAt(report.operators[row].time))
      user.lines.push_back({{}, operatorHeading(report.operators[row]), {.op = static_cast<int>(row)}});
  add(details, std::move(user));
  return details;
}

} // namespace arenascope::report
