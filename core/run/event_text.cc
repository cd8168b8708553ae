#include "core/run/event_text.h"

namespace arenascope::run {

using trace::Category;
using trace::Event;
using trace::Phase;

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

std::string operatorPlace(SubgraphId subgraph, OperatorId index) {
  return (subgraph == 0 ? "" : std::to_string(subgraph) + ":") + std::to_string(index);
}

} // namespace arenascope::run
