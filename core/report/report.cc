#include "core/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/report/function_name.h"

namespace arenascope::report {

namespace {

PlannedBuffer describeBuffer(const model::ModelInfo& model, const trace::Event& event) {
  PlannedBuffer buffer{.index = BufferId(event.index),
                       .scratch = static_cast<std::size_t>(event.index) >= model.tensorCount(),
                       .name = {},
                       .detail = {},
                       .bytes = event.bytes,
                       .firstOp = PlannerStep(event.first),
                       .lastOp = PlannerStep(event.last),
                       .offlineOffset = event.offline,
                       .offset = event.offset};
  if (buffer.scratch) {
    buffer.name = "scratch " + std::to_string(static_cast<std::size_t>(event.index) - model.tensorCount());
    return buffer;
  }
  const model::TensorInfo& tensor = *model.tensorByPlanIndex(static_cast<std::size_t>(event.index));
  buffer.name = tensor.name;
  buffer.detail = tensor.type + " " + model::shapeText(tensor.shape);
  return buffer;
}

// Bytes of the head in use at a time. Buffers that overlap by the model's plan count once.
class LiveBytes {
public:
  explicit LiveBytes(std::vector<PlannedBuffer> buffers) : buffers_(std::move(buffers)) {
    std::sort(buffers_.begin(), buffers_.end(),
              [](const PlannedBuffer& a, const PlannedBuffer& b) { return a.offset < b.offset; });
  }

  std::uint64_t at(PlannerStep time) const {
    std::uint64_t bytes = 0;
    std::uint64_t reached = 0;
    for (const PlannedBuffer& buffer : buffers_) {
      const std::uint64_t end = buffer.offset + buffer.plannedBytes();
      if (!buffer.liveAt(time) || end <= reached) continue;
      bytes += end - std::max(buffer.offset, reached);
      reached = end;
    }
    return bytes;
  }

private:
  std::vector<PlannedBuffer> buffers_; // by offset
};

OperatorReport describeOperator(const Report& report, const LiveBytes& live, SubgraphId subgraph, OperatorId index) {
  const model::OperatorInfo& op = report.model.subgraphs[subgraph.position()].operators[index.position()];
  return OperatorReport{.subgraph = subgraph,
                        .index = index,
                        .time = op.time,
                        .name = op.name,
                        .cost = {},
                        .functions = {},
                        .macs = op.macs,
                        .liveBytes = live.at(op.time),
                        .weightBytes = op.weightBytes,
                        .outputs = {}};
}

// Our firmware's functions around the interpreter are named arenascope_...; applications have none of these.
bool isWatching(const run::FunctionCost& function) { return function.name.starts_with("arenascope_"); }

CostSummary summarize(const run::RunTrace& run) {
  CostSummary summary{.total = run.invoke,
                      .kernels = run.kernels,
                      .watching = {},
                      .interpreterFunctions = {},
                      .calls = run.operators.size()};
  for (const run::FunctionCost& function : run.interpreterFunctions)
    if (isWatching(function))
      summary.watching += function.cost;
    else
      summary.interpreterFunctions.push_back(function);
  summary.total = summary.total - summary.watching;
  return summary;
}

std::vector<IoReport> describeIo(const model::SubgraphInfo& main, const std::vector<TensorId>& tensors,
                                 const std::vector<std::vector<std::uint8_t>>& bytes) {
  std::vector<IoReport> reports;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const model::TensorInfo& tensor = main.tensors[static_cast<std::size_t>(tensors[i])];
    reports.push_back({.name = tensor.name,
                       .type = tensor.type,
                       .shape = tensor.shape,
                       .bytes = i < bytes.size() ? bytes[i] : std::vector<std::uint8_t>()});
  }
  return reports;
}

} // namespace

double CostSummary::percent(std::uint64_t cycles) const {
  return total.cycles == 0 ? 0.0 : 100.0 * static_cast<double>(cycles) / static_cast<double>(total.cycles);
}

double CostSummary::interpreterCyclesPerOperator() const {
  return calls == 0 ? 0.0 : static_cast<double>(interpreter().cycles) / static_cast<double>(calls);
}

int Report::peakOperator() const {
  const auto most = std::max_element(operators.begin(), operators.end(),
                                     [](const auto& a, const auto& b) { return a.liveBytes < b.liveBytes; });
  return most == operators.end() || most->liveBytes == 0 ? -1 : static_cast<int>(most - operators.begin());
}

std::vector<run::FunctionCost> byReadableName(const std::vector<run::FunctionCost>& functions) {
  std::map<std::string, run::Cost> totals;
  for (const run::FunctionCost& function : functions) totals[readableFunction(function.name)] += function.cost;
  std::vector<run::FunctionCost> named;
  named.reserve(totals.size());
  for (const auto& [name, cost] : totals) named.push_back({name, cost});
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.cost.cycles > b.cost.cycles; });
  return named;
}

std::vector<run::FunctionCost> functionTotals(const Report& report) {
  std::vector<run::FunctionCost> all;
  for (const OperatorReport& op : report.operators) all.insert(all.end(), op.functions.begin(), op.functions.end());
  if (report.cost)
    all.insert(all.end(), report.cost->interpreterFunctions.begin(), report.cost->interpreterFunctions.end());
  return byReadableName(all);
}

void addAllocation(Report& report, const run::RunTrace& ample) {
  report.allocations = ample.allocations;
  report.decompressedBytes = ample.decompressedBytes;
  report.analysis = analyzeArena(ample);
  report.buffers.clear();
  for (const trace::Event& event : ample.planned) report.buffers.push_back(describeBuffer(report.model, event));
  report.operators.clear();
  const LiveBytes live(report.buffers);
  for (std::size_t i = 0; i < report.model.subgraphs.front().operators.size(); ++i)
    report.operators.push_back(describeOperator(report, live, SubgraphId(0), OperatorId(i)));
  if (!ample.use) return;
  report.arena = ArenaFigures{.used = ample.use->used,
                              .head = ample.use->head,
                              .tail = ample.use->tail,
                              .tempPeak = report.analysis.tempPeak,
                              .minimum = report.analysis.minimum,
                              .minimumProven = false,
                              .recommended = report.analysis.minimum};
}

void addRecording(Report& report, const run::RunTrace& recording) {
  report.recorded = recording.recorded;
  if (recording.use) report.recordedUse = *recording.use;
}

void addInference(Report& report, const run::RunTrace& run, bool hasCycles) {
  const model::SubgraphInfo& main = report.model.subgraphs.front();
  report.inputs = describeIo(main, main.inputs, run.inputs);
  report.outputs = describeIo(main, main.outputs, run.outputs);
  report.invoked = run.invoked;
  report.guardedAccesses = run.invoked ? run.guardedAccesses : std::nullopt;
  report.stoppedEarly = run.stoppedEarly;
  report.stack = run.stack;
  if (run.operators.empty()) return;
  std::vector<OperatorReport> executed;
  const LiveBytes live(report.buffers);
  for (const run::OperatorRun& op : run.operators) {
    executed.push_back(describeOperator(report, live, op.subgraph, op.op));
    executed.back().cost = op.cost;
    executed.back().functions = op.functions;
    executed.back().outputs = op.outputs;
  }
  // After a failure, operators that did not run are shown too.
  if (!run.invoked && executed.size() < report.operators.size())
    executed.insert(executed.end(), report.operators.begin() + static_cast<std::ptrdiff_t>(executed.size()),
                    report.operators.end());
  report.operators = std::move(executed);
  if (hasCycles && run.invoked) report.cost = summarize(run);
}

std::string modelName(const Report& report) { return std::filesystem::path(report.model.path).stem().string(); }

std::string describeStep(const Report& report, const trace::Event& event) {
  const auto operatorText = [&] {
    const auto& operators = report.model.subgraphs[static_cast<std::size_t>(event.position.subgraph)].operators;
    return fmt::format("operator {} ({})", event.position.op,
                       operators[static_cast<std::size_t>(event.position.op)].name);
  };
  switch (event.position.phase) {
  case trace::Phase::kCreate: return "creating the interpreter";
  case trace::Phase::kStart: return "reading the model's graph";
  case trace::Phase::kInit: return "initialising " + operatorText();
  case trace::Phase::kPrepare: return "preparing " + operatorText();
  case trace::Phase::kFinish:
    return event.category == trace::Category::kPlannerWorkspace || event.category == trace::Category::kPlanning
               ? "planning the buffers"
               : "placing buffers, inputs and outputs";
  case trace::Phase::kIo:
  case trace::Phase::kInvoke: break;
  }
  return "running";
}

} // namespace arenascope::report
