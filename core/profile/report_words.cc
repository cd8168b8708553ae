// The parts of a report that are sentences.
#include <algorithm>
#include <map>

#include "core/profile/number_text.h"
#include "core/profile/report.h"
#include "core/profile/text_format.h"

namespace arenascope::profile {

using trace::Category;
using trace::Event;
using trace::Phase;

std::string operatorPlace(std::int32_t subgraph, std::int32_t index) {
  return (subgraph == 0 ? "" : std::to_string(subgraph) + ":") + std::to_string(index);
}

std::string describeSettings(const Report& report) {
  std::string text = report.target;
  if (report.board)
    text = report.board->title + ", " + report.board->core +
           format(" at %g MHz (%u wait states)", report.board->clockMhz, report.board->flashWaitStates());
  text += ", " + report.kernels + " kernels";
  return report.planner == kGreedyPlanner ? text : text + ", " + report.planner + " planner";
}

std::string explainEarlyStop(const Report& report) {
  if (!report.stoppedEarly) return {};
  return "The inference stopped before its last operator, as streaming models do in most cycles (CIRCULAR_BUFFER): "
         "outputs and cycles are of one such cycle.";
}

const char* phaseName(Phase phase) {
  switch (phase) {
  case Phase::kCreate: return "create";
  case Phase::kStart: return "start";
  case Phase::kInit: return "init";
  case Phase::kPrepare: return "prepare";
  case Phase::kFinish: return "finish";
  case Phase::kIo: return "io";
  case Phase::kInvoke: break;
  }
  return "invoke";
}

const char* categoryText(Category category) {
  switch (category) {
  case Category::kAllocatorObjects: return "allocator objects";
  case Category::kPlanner: return "memory planner object";
  case Category::kSubgraphs: return "subgraph table";
  case Category::kEvalTensors: return "tensor structs";
  case Category::kNodes: return "operator structs";
  case Category::kBuiltinParams: return "operator options";
  case Category::kKernelBuffer: return "kernel data";
  case Category::kScratchRequests: return "scratch buffer requests";
  case Category::kScratchHandles: return "scratch buffer handles";
  case Category::kVariables: return "variable tensors";
  case Category::kTempTensor: return "temporary tensor struct";
  case Category::kTempZeroPoints: return "temporary zero points";
  case Category::kTempQuantization: return "temporary quantization data";
  case Category::kPlanning: return "lifetimes for planning";
  case Category::kPlannerWorkspace: return "planner's working memory";
  case Category::kPlan: return "planned buffers";
  case Category::kIoPointers: return "input and output tables";
  case Category::kPersistentTensor: return "input and output tensor structs";
  case Category::kPersistentQuantization: return "input and output quantization data";
  case Category::kResourceVariables: return "resource variables";
  case Category::kNone: break;
  }
  return "other";
}

std::int32_t operatorOf(const Event& event) { return event.position.op >= 0 ? event.position.op : event.index; }

std::string describeMoment(const Report& report, const Event& event) {
  const auto operatorText = [&] {
    const auto& operators = report.model.subgraphs[static_cast<std::size_t>(event.position.subgraph)].operators;
    return "operator " + std::to_string(event.position.op) + " (" +
           operators[static_cast<std::size_t>(event.position.op)].name + ")";
  };
  switch (event.position.phase) {
  case Phase::kCreate: return "creating the interpreter";
  case Phase::kStart: return "reading the model's graph";
  case Phase::kInit: return "initialising " + operatorText();
  case Phase::kPrepare: return "preparing " + operatorText();
  case Phase::kFinish:
    return event.category == Category::kPlannerWorkspace || event.category == Category::kPlanning
               ? "planning the buffers"
               : "placing buffers, inputs and outputs";
  case Phase::kIo:
  case Phase::kInvoke: break;
  }
  return "running";
}

std::string describeAccuracy(const Report& report) {
  if (!report.cost) return {};
  if (report.compared.empty()) return "experimental: cycles of this core have not been compared with silicon";
  return "cycles against silicon: " + report.compared;
}

std::vector<std::string> describeAccuracies(const std::vector<Report>& reports) {
  std::map<std::string, std::string> byTarget;
  for (const Report& report : reports)
    if (report.cost) byTarget.emplace(report.target, describeAccuracy(report));
  std::vector<std::string> lines;
  lines.reserve(byTarget.size());
  for (const auto& [target, text] : byTarget) lines.push_back(target + ": " + text);
  return lines;
}

std::string explainMinimum(const Report& report) {
  if (!report.arena || report.analysis.moments.empty()) return {};
  const ArenaMoment& moment = report.analysis.moments[report.analysis.peak];
  const Event& event = report.allocations[report.analysis.peak];
  const std::uint64_t low = moment.need - moment.tail;
  const bool greedy = plannerWorkspace(report.allocations, report.buffers.size()) > 0;
  std::string text = "Fullest while " + describeMoment(report, event) + ": ";
  if (event.category == Category::kPlannerWorkspace && greedy) {
    text += grouped(low) + " bytes of temporary memory (" + std::to_string(report.buffers.size()) + " buffers x " +
            std::to_string(kPlannerRecordBytes) + " bytes to plan them)";
  } else if (moment.temp > moment.head) {
    text += grouped(low) + " bytes of head and temporary memory";
  } else {
    text += grouped(low) + " bytes of head (planned buffers)";
  }
  return text + " + " + grouped(moment.tail) + " bytes of tail (persistent) = " + grouped(moment.need) + " bytes.";
}

} // namespace arenascope::profile
