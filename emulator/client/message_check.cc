#include "emulator/client/message_check.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::client {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Phase;

namespace {

constexpr std::uint64_t kAddresses = std::uint64_t{1} << 32; // of a 32-bit machine
constexpr std::uint64_t kLongestMessage = 1U << 16;          // a sentence
constexpr std::uint64_t kLongestAccess = 1U << 10;           // more bytes than an instruction moves
constexpr std::uint32_t kLargestAlignment = 1U << 16;

bool isIn(std::int64_t number, std::size_t count) { return number >= 0 && static_cast<std::uint64_t>(number) < count; }

bool isIn(const std::vector<TensorId>& tensors, TensorId tensor) {
  return tensor.isThere() && std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

// Bytes from an address on, of all that a machine has.
bool isInMachine(std::uint64_t address, std::uint64_t bytes) {
  return address <= kAddresses && bytes <= kAddresses - address;
}

// How many steps the planner counts in a subgraph. Calls end: the validator has seen to it.
std::int32_t stepsOf(const model::ModelInfo& model, const model::SubgraphInfo& subgraph) {
  std::int32_t steps = 0;
  for (const model::OperatorInfo& op : subgraph.operators) {
    ++steps;
    for (const SubgraphId called : op.calls) steps += 1 + stepsOf(model, model.subgraphs[called.position()]);
  }
  return steps;
}

} // namespace

MessageCheck::MessageCheck(const model::ModelInfo& model)
    : model_(model), lastStep_(stepsOf(model, model.subgraphs.front())) {}

bool MessageCheck::holds(bool condition, const char* otherwise) {
  if (!condition && wrong_.empty()) wrong_ = otherwise;
  return condition;
}

bool MessageCheck::isOperator(std::int32_t subgraph, std::int32_t op) const {
  return isIn(subgraph, model_.subgraphs.size()) &&
         isIn(op, model_.subgraphs[static_cast<std::size_t>(subgraph)].operators.size());
}

bool MessageCheck::isSomeOperator(std::int32_t op) const {
  return std::any_of(model_.subgraphs.begin(), model_.subgraphs.end(),
                     [op](const model::SubgraphInfo& subgraph) { return isIn(op, subgraph.operators.size()); });
}

// What is allocated outside an operator's own phases need not say in which subgraph it is.
bool MessageCheck::isOwner(std::int32_t subgraph, std::int32_t op) const {
  return subgraph == -1 ? isSomeOperator(op) : isOperator(subgraph, op);
}

bool MessageCheck::allows(const protocol::Mapped& mapped) {
  return holds(mapped.window < protocol::GuestFile::kWindows, "a window that its memory does not have") &&
         holds(std::ranges::all_of(mapped.regions,
                                   [](const protocol::Region& region) {
                                     return isInMachine(region.base, region.bytes) &&
                                            isInMachine(region.place, region.bytes);
                                   }),
               "a region beyond its memory");
}

bool MessageCheck::allowsPlace(const trace::Position& position) {
  const bool nowhere = position.subgraph == -1 && position.op == -1;
  const bool inGraph = isIn(position.subgraph, model_.subgraphs.size()) && position.op == -1;
  return holds(nowhere || inGraph || isOperator(position.subgraph, position.op),
               "an operator that the model does not have") &&
         holds(position.phase <= Phase::kInvoke, "an unknown phase");
}

bool MessageCheck::allowsRun(const trace::Position& position) {
  return allowsPlace(position) && holds(position.op >= 0, "a run without an operator");
}

// None runs inside itself.
bool MessageCheck::allowsDepth(std::int32_t depth) {
  return holds(isIn(depth, model_.subgraphs.size()), "an operator inside more others than there are subgraphs");
}

bool MessageCheck::allowsAccess(const protocol::Access& access) {
  return allowsRun(access.position) && holds(access.bytes <= kLongestAccess, "an access to too many bytes");
}

bool MessageCheck::allowsAllocation(const Event& event) {
  const bool isReset = event.kind == EventKind::kTempReset;
  const bool inOperator = event.position.phase == Phase::kInit || event.position.phase == Phase::kPrepare;
  const bool isFirst = allocations_ == 0;
  if (!isReset) ++allocations_;
  return holds(event.section <= trace::Section::kTemp, "a section that an arena does not have") &&
         holds(event.category <= Category::kResourceVariables, "an allocation for an unknown purpose") &&
         holds(isReset || (std::has_single_bit(event.alignment) && event.alignment <= kLargestAlignment),
               "an invalid alignment") &&
         holds(isReset || !inOperator || event.position.op >= 0, "an operator's allocation without the operator") &&
         holds(event.index == -1 || isOwner(event.position.subgraph, event.index),
               "an allocation for an operator that the model does not have") &&
         holds(event.category != Category::kPlannerWorkspace || !isFirst, "a planner before anything else");
}

// Buffers count tensors of all subgraphs, then scratch memory.
bool MessageCheck::allowsLifetime(std::int64_t index, std::int32_t first, std::int32_t last) {
  return holds(index >= 0, "a buffer that the model does not have") &&
         holds(first >= -1 && first <= last && last <= lastStep_, "a lifetime beyond the model's operators");
}

bool MessageCheck::allows(const Event& event) {
  // These are of no operator, and have the one that was prepared last, perhaps beside another subgraph.
  const bool isOfNone = event.kind == EventKind::kTensorPlaced || event.kind == EventKind::kArenaUse ||
                        event.kind == EventKind::kRecorded;
  const bool isStale = isOfNone && isIn(event.position.subgraph, model_.subgraphs.size()) &&
                       event.position.phase == Phase::kFinish && isSomeOperator(event.position.op);
  if (!isStale && !allowsPlace(event.position)) return false;
  switch (event.kind) {
  case EventKind::kTempReset:
  case EventKind::kAllocation:
    return allowsAllocation(event) && holds(isInMachine(event.offset, event.bytes) && event.address <= kAddresses,
                                            "an allocation beyond its memory");
  case EventKind::kPlannedBuffer:
    return allowsLifetime(event.index, event.first, event.last) &&
           holds(isInMachine(event.offset, event.bytes) && isInMachine(event.address, event.bytes),
                 "a buffer beyond its memory");
  case EventKind::kTensorPlaced:
    return holds(isIn(event.position.subgraph, model_.subgraphs.size()) &&
                     isIn(event.index,
                          model_.subgraphs[static_cast<std::size_t>(event.position.subgraph)].tensors.size()),
                 "a tensor that the model does not have") &&
           holds(isInMachine(event.address, event.bytes), "a tensor beyond its memory");
  case EventKind::kRecorded:
    return holds(event.index == recorded_++ && event.index < static_cast<std::int32_t>(trace::RecordedType::kCount) &&
                     event.first >= 0,
                 "a record that its allocator does not keep");
  case EventKind::kArenaUse:
    used_ = true;
    return holds(std::max({event.bytes, event.offset, event.address}) <= kAddresses, "an arena beyond its memory") &&
           holds(allocations_ > 0, "an arena without allocations");
  case EventKind::kMessage:
    return holds(event.bytes <= kLongestMessage && isInMachine(event.address, event.bytes),
                 "a message beyond its memory");
  case EventKind::kRegionLost:
    return holds(event.section <= trace::Section::kTemp && event.category <= Category::kResourceVariables,
                 "an allocation for an unknown purpose");
  case EventKind::kInputsReady:
  case EventKind::kPhase: return true;
  }
  return holds(false, "an unknown event");
}

bool MessageCheck::allowsStack(const std::optional<run::StackUse>& stack) {
  return !stack || allowsPlace(stack->deepest);
}

bool MessageCheck::allowsDistance(const run::SafeDistance& distance) {
  constexpr auto kFarthest = static_cast<std::int64_t>(kAddresses);
  if (!holds(distance.subgraph == SubgraphId(0) && isOperator(0, distance.op),
             "a distance at an operator that the model does not have"))
    return false;
  const model::OperatorInfo& op = model_.subgraphs.front().operators[distance.op.position()];
  return holds(isIn(op.inputs, distance.input) && isIn(op.outputs, distance.output),
               "a distance of tensors that are not its operator's") &&
         holds(std::min(distance.below, distance.above) >= -kFarthest &&
                   std::max(distance.below, distance.above) <= kFarthest,
               "a distance beyond its memory");
}

bool MessageCheck::allowsForeign(const protocol::ForeignBytes& foreign) {
  return allowsRun(foreign.position) &&
         holds(foreign.begin < foreign.end && foreign.end <= kAddresses, "bytes that were touched beyond its memory");
}

bool MessageCheck::allows(const protocol::MachineResult& result) {
  const bool good = result.outcome == firmware::Outcome::kDone || result.outcome == firmware::Outcome::kStoppedEarly;
  return holds(result.outcome <= firmware::Outcome::kStoppedEarly, "an unknown outcome") &&
         holds(!good || !result.failure.empty() || used_, "a success before the arena's totals") &&
         allowsStack(result.stack) &&
         std::ranges::all_of(result.distances, [this](const auto& distance) { return allowsDistance(distance); });
}

bool MessageCheck::allows(const protocol::ImageResult& result) {
  const auto isAllocation = [](const Event& event) {
    return event.kind == EventKind::kAllocation || event.kind == EventKind::kTempReset;
  };
  const auto allowsPlanned = [this](const protocol::PlannedRecord& planned) {
    return allowsLifetime(planned.index, planned.first, planned.last);
  };
  return std::ranges::all_of(result.seen.allocations,
                             [&](const Event& event) {
                               return holds(isAllocation(event), "an event that is not an allocation") && allows(event);
                             }) &&
         (!result.seen.lost ||
          (holds(result.seen.lost->kind == EventKind::kRegionLost, "an invalid failed allocation") &&
           allows(*result.seen.lost))) &&
         std::ranges::all_of(result.planned, allowsPlanned) &&
         holds(!result.use || std::max({result.use->used, result.use->head, result.use->tail}) <= kAddresses,
               "an arena beyond its memory") &&
         holds(!result.allocated || (result.use && allocations_ > 0), "an arena without allocations") &&
         holds(result.unregistered < static_cast<int>(std::size(ops::kOperators)), "an unknown operator") &&
         allowsStack(result.stack) &&
         std::ranges::all_of(result.distances, [this](const auto& distance) { return allowsDistance(distance); }) &&
         holds(result.foreign.size() <= protocol::kMostForeign, "more touched bytes than are reported") &&
         std::ranges::all_of(result.foreign, [this](const auto& foreign) { return allowsForeign(foreign); });
}

} // namespace arenascope::client
