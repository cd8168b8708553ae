#include "emulator/image/reconstruction.h"

#include <algorithm>
#include <set>

#include "core/interpreter/tflm/arena_rules.h"

namespace arenascope::image {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Phase;
using trace::Section;

namespace {

constexpr std::uint64_t kQuantization = 12;    // TfLiteAffineQuantization; followed by the array of zero points
constexpr std::uint32_t kLinearPlanner = 4096; // smallest size of its object: the other planner's are below 100

// Roles of functions, as observed; AllocateTemp() of an image without virtual calls is none of them.
struct Roles {
  std::set<std::uint32_t> resets;
  std::set<std::uint32_t> headBySecond; // SetHeadBufferSize(size, alignment)
  std::set<std::uint32_t> headByThird;  // ResizeBuffer(buffer, size, alignment)
  std::set<std::uint32_t> persistent;
  std::set<std::uint32_t> temporary;
};

bool isAlignment(std::uint32_t value) { return value != 0 && (value & (value - 1)) == 0 && value <= 4096; }

bool makesHead(const AllocationStep& step, std::uint32_t start, std::uint32_t bytes, std::uint32_t alignment) {
  return isAlignment(alignment) &&
         step.after.head == static_cast<std::uint32_t>(tflm::alignedUp(std::int64_t{start}, alignment)) + bytes;
}

bool makesTail(const AllocationStep& step) {
  const auto& [object, bytes, alignment, other] = step.call->arguments;
  return isAlignment(alignment) &&
         step.after.tail ==
             static_cast<std::uint32_t>(tflm::alignedDown(std::int64_t{step.before.tail} - bytes, alignment));
}

bool makesTemp(const AllocationStep& step) {
  const auto& [object, bytes, alignment, other] = step.call->arguments;
  return isAlignment(alignment) &&
         step.after.temp ==
             static_cast<std::uint32_t>(tflm::alignedUp(std::int64_t{step.before.temp}, alignment)) + bytes;
}

class Builder {
public:
  Builder(const std::vector<AllocationStep>& steps, std::uint32_t start, std::uint32_t end,
          const model::ModelInfo& model, std::uint32_t nodeBytes, std::size_t allocated)
      : steps_(steps), start_(start), end_(end), model_(model), nodeBytes_(nodeBytes), allocated_(allocated) {}

  protocol::Reconstruction build();

private:
  void learn();
  void add(std::size_t index);
  void addUnchanged(const AllocationStep& step);
  void addHead(const AllocationStep& step);
  void addTail(const AllocationStep& step);
  void addTemp(const AllocationStep& step);
  void addReset(const AllocationStep& step);
  void push(Event event, const AllocationStep& step);
  void enter(const AllocationStep& step, Section section);
  void enterNextOperator();
  trace::Position position() const;
  void categorize();
  void categorizeStart(std::size_t first, std::size_t end);
  void categorizeFinish(std::size_t first);
  std::uint64_t headBefore(std::size_t index) const;

  const std::vector<AllocationStep>& steps_;
  std::uint32_t start_;
  std::uint32_t end_;
  const model::ModelInfo& model_;
  std::uint32_t nodeBytes_;
  std::size_t allocated_;
  Roles roles_;
  protocol::Reconstruction result_;
  Phase phase_ = Phase::kCreate;
  Place place_;
  std::size_t current_ = 0;
  std::vector<trace::Position> order_; // all operators, in order of preparation
  std::size_t prepared_ = 0;           // number of them prepared
  bool headsSeen_ = false;             // calls that leave the head unchanged are seen too
  bool headBegun_ = false;
  bool inferred_ = false;    // sizes of blocks are how far a section moved, padding included
  std::uint64_t needed_ = 0; // from the arena's start: end of temporary memory that is still in use
};

void Builder::learn() {
  for (const AllocationStep& step : steps_) {
    if (!step.call || step.before == step.after) continue;
    const auto& [object, second, third, fourth] = step.call->arguments;
    const std::uint32_t function = step.call->function;
    if (step.after.tail != step.before.tail) {
      if (makesTail(step)) roles_.persistent.insert(function);
    } else if (step.after.head != step.before.head) {
      if (makesHead(step, start_, third, fourth)) roles_.headByThird.insert(function);
      if (makesHead(step, start_, second, third)) roles_.headBySecond.insert(function);
    } else if (step.after.temp == step.after.head) {
      roles_.resets.insert(function);
    } else if (makesTemp(step)) {
      roles_.temporary.insert(function);
    }
  }
  // A function that sets the head may leave its size, and only drop temporary memory.
  for (const auto* heads : {&roles_.headByThird, &roles_.headBySecond})
    for (const std::uint32_t function : *heads) roles_.resets.erase(function);
  for (std::size_t s = 0; s < model_.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model_.subgraphs[s].operators.size(); ++i)
      order_.push_back({.subgraph = static_cast<std::int32_t>(s), .op = static_cast<std::int32_t>(i)});
  headsSeen_ = !roles_.headByThird.empty() || !roles_.headBySecond.empty();
}

void Builder::push(Event event, const AllocationStep& step) {
  event.position = position();
  if (event.section == Section::kTail)
    event.address =
        step.outstanding > 0 ? std::max<std::uint64_t>(needed_, step.before.head - start_) : step.before.head - start_;
  result_.allocations.push_back(event);
}

trace::Position Builder::position() const {
  const bool of = phase_ == Phase::kInit || phase_ == Phase::kPrepare;
  return {.subgraph = of ? place_.subgraph : -1, .op = of ? place_.op : -1, .phase = phase_};
}

// After preparing each operator, the interpreter drops temporary memory and sets the head again: if all calls are seen,
// this identifies the operator.
void Builder::enterNextOperator() {
  if (!headsSeen_ || prepared_ >= order_.size()) return;
  phase_ = Phase::kPrepare;
  place_.subgraph = order_[prepared_].subgraph;
  place_.op = order_[prepared_].op;
}

// Construction ends with the first block of AllocateTensors(), just before the first use of the head; preparation ends
// with the first block that no operator requests.
void Builder::enter(const AllocationStep& step, Section section) {
  if (current_ >= allocated_) {
    phase_ = Phase::kIo;
    return;
  }
  const bool request = section != Section::kHead;
  switch (step.place.phase) {
  case RunPhase::kBefore:
    // No operator has a Prepare function to call: blocks after the last operator belong to the end phase, which starts
    // with the planner's input if there is no operator at all.
    if (order_.empty() ? section == Section::kTemp && phase_ == Phase::kStart : request && prepared_ > 0)
      phase_ = Phase::kFinish;
    break;
  case RunPhase::kInit:
    if (request && prepared_ > 0) phase_ = Phase::kFinish;
    if (prepared_ > 0) break;
    phase_ = Phase::kInit;
    place_ = step.place;
    break;
  case RunPhase::kPrepare:
    if (phase_ == Phase::kFinish) break;
    if (request && !step.place.inside)
      phase_ = Phase::kFinish;
    else
      phase_ = Phase::kPrepare, place_ = step.place;
    break;
  case RunPhase::kInvoke: phase_ = Phase::kIo; break;
  }
}

void Builder::addTail(const AllocationStep& step) {
  enter(step, Section::kTail);
  const bool called = step.call && makesTail(step);
  inferred_ = inferred_ || (!called && phase_ != Phase::kCreate);
  Event event{.kind = EventKind::kAllocation, .section = Section::kTail};
  // Alignment for a block whose call was not seen: as its address shows, at most a word.
  const std::uint32_t shown = step.after.tail % kWord == 0 ? kWord : step.after.tail % 2 == 0 ? 2 : 1;
  event.alignment = called ? step.call->arguments[2] : shown;
  event.bytes = called ? step.call->arguments[1] : step.before.tail - step.after.tail;
  event.offset = end_ - step.after.tail;
  push(event, step);
}

void Builder::addTemp(const AllocationStep& step) {
  enter(step, Section::kTemp);
  const bool called = step.call && makesTemp(step);
  inferred_ = inferred_ || !called;
  Event event{.kind = EventKind::kAllocation, .section = Section::kTemp};
  // The planner gets all remaining memory; only its buffers are aligned to more than a word.
  const bool takesAll = step.after.tail - step.after.temp < tflm::kBufferAlignment;
  event.alignment = called ? step.call->arguments[2] : takesAll ? tflm::kBufferAlignment : kWord;
  const auto begin = static_cast<std::uint32_t>(tflm::alignedUp(std::int64_t{step.before.temp}, event.alignment));
  event.bytes = called ? step.call->arguments[1] : step.after.temp - begin;
  event.offset = step.after.temp - event.bytes - start_;
  // A tensor's zero points are not allocated after persistent blocks that its operator requests.
  const bool afterQuantization = !result_.allocations.empty() && result_.allocations.back().section == Section::kTemp &&
                                 result_.allocations.back().bytes == kQuantization &&
                                 result_.allocations.back().kind == EventKind::kAllocation;
  if (!afterQuantization) needed_ = step.after.temp - start_;
  push(event, step);
}

void Builder::addHead(const AllocationStep& step) {
  if (phase_ == Phase::kCreate && result_.allocations.size() > 1) {
    phase_ = Phase::kStart;
    result_.allocations.back().position.phase = Phase::kStart;
  }
  const bool first = !headBegun_;
  headBegun_ = true;
  enter(step, Section::kHead);
  if (!first && phase_ != Phase::kFinish && phase_ != Phase::kIo) {
    enterNextOperator();
    ++prepared_;
  }
  Event event{.kind = EventKind::kAllocation, .section = Section::kHead, .alignment = kWord};
  event.bytes = step.after.head - start_;
  needed_ = event.bytes;
  if (step.call) {
    const auto& [object, second, third, fourth] = step.call->arguments;
    if (makesHead(step, start_, third, fourth))
      event.bytes = third, event.alignment = fourth;
    else if (makesHead(step, start_, second, third))
      event.bytes = second, event.alignment = third;
  }
  push(event, step);
}

void Builder::addReset(const AllocationStep& step) {
  enter(step, Section::kHead);
  if (headBegun_ && phase_ != Phase::kFinish && phase_ != Phase::kIo) enterNextOperator();
  needed_ = step.after.head - start_;
  push({.kind = EventKind::kTempReset, .section = Section::kTemp, .offset = step.after.head - start_}, step);
}

// A call without effect: nothing to do, or it failed.
void Builder::addUnchanged(const AllocationStep& step) {
  const std::uint32_t function = step.call->function;
  const auto& [object, second, third, fourth] = step.call->arguments;
  if (roles_.resets.contains(function)) return addReset(step);
  if (roles_.headByThird.contains(function) && makesHead(step, start_, third, fourth)) return addHead(step);
  if (roles_.headBySecond.contains(function) && makesHead(step, start_, second, third)) return addHead(step);
  const bool persistent = roles_.persistent.contains(function);
  if (!persistent && !roles_.temporary.contains(function)) return;
  if (second == 0) return persistent ? addTail(step) : addTemp(step);
  if (result_.lost) return;
  enter(step, persistent ? Section::kTail : Section::kTemp);
  result_.lost = Event{.kind = EventKind::kRegionLost,
                       .section = persistent ? Section::kTail : Section::kTemp,
                       .position = position(),
                       .alignment = third,
                       .bytes = second,
                       .offset = step.before.tail > step.before.temp ? step.before.tail - step.before.temp : 0};
}

void Builder::add(std::size_t index) {
  const AllocationStep& step = steps_[index];
  current_ = index;
  if (step.before == step.after) return addUnchanged(step);
  if (step.after.tail != step.before.tail) return addTail(step);
  if (step.after.head != step.before.head) return addHead(step);
  // The rest of setting the head, whose words are written one by one.
  const bool afterHead = index > 0 && steps_[index - 1].after.head != steps_[index - 1].before.head;
  if (!step.call && afterHead && step.after.temp == step.after.head) return;
  if (step.after.temp > step.before.temp) return addTemp(step);
  if (step.call &&
      (roles_.headByThird.contains(step.call->function) || roles_.headBySecond.contains(step.call->function)))
    return addHead(step);
  addReset(step);
}

// In the order of AllocateTensors(): its allocator, scratch requests, subgraphs, tensors, nodes, parameters.
void Builder::categorizeStart(std::size_t first, std::size_t end) {
  std::vector<Event>& events = result_.allocations;
  std::size_t subgraph = 0;
  std::size_t nodes = 0;
  bool opened = false;
  for (std::size_t i = first; i < end; ++i) {
    Event& event = events[i];
    if (event.section == Section::kHead) {
      event.category = Category::kScratchRequests;
    } else if (i == first) {
      event.category = Category::kAllocatorObjects;
    } else if (!opened) {
      event.category = Category::kSubgraphs;
      opened = true;
    } else if (subgraph < model_.subgraphs.size()) {
      event.category = Category::kEvalTensors;
      ++subgraph;
    } else if (nodes < model_.subgraphs.size() &&
               event.bytes / std::max(1U, nodeBytes_) == model_.subgraphs[nodes].operators.size()) {
      event.category = Category::kNodes;
      ++nodes;
    } else {
      event.category = Category::kBuiltinParams;
    }
  }
}

// End of the head before an event, rounded up to the plan's start.
std::uint64_t Builder::headBefore(std::size_t index) const {
  while (index-- > 0)
    if (const Event& event = result_.allocations[index]; event.section == Section::kHead)
      return tflm::roundedUp(event.bytes, tflm::kBufferAlignment);
  return 0;
}

// Scratch handles, the planner's input and workspace, variables, the plan, then pointers, structs and quantization of
// inputs and outputs.
void Builder::categorizeFinish(std::size_t first) {
  std::vector<Event>& events = result_.allocations;
  bool planned = false;
  for (std::size_t i = first; i < events.size(); ++i) {
    Event& event = events[i];
    if (event.kind == EventKind::kTempReset) continue;
    if (event.section == Section::kHead) {
      event.category = event.bytes == 0 ? Category::kScratchRequests : Category::kPlan;
      // Since 2022 the head is released before; until then the plan has to fit next to the scratch requests in it.
      if (!planned && event.bytes > 0) event.address = headBefore(i);
      planned = true;
    } else if (event.section == Section::kTemp) {
      const bool last = i + 1 == events.size() || events[i + 1].section != Section::kTemp ||
                        events[i + 1].kind == EventKind::kTempReset;
      event.category = last && event.alignment == tflm::kBufferAlignment ? Category::kPlannerWorkspace
                       : planned                                         ? Category::kTempTensor
                                                                         : Category::kPlanning;
    } else if (!planned) {
      event.category = event.alignment == tflm::kBufferAlignment ? Category::kVariables : Category::kScratchHandles;
    } else if (event.alignment == tflm::kBufferAlignment) {
      event.category = Category::kIoPointers;
    } else {
      // A tensor's struct is the largest of its blocks, and the first.
      event.category = event.bytes >= 28 ? Category::kPersistentTensor : Category::kPersistentQuantization;
    }
  }
}

void Builder::categorize() {
  std::vector<Event>& events = result_.allocations;
  std::size_t objects = 0;
  for (Event& event : events) {
    if (event.position.phase == Phase::kCreate) {
      const bool variables = event.alignment == tflm::kBufferAlignment;
      event.category = variables                                       ? Category::kResourceVariables
                       : objects == 1 || event.bytes >= kLinearPlanner ? Category::kPlanner
                                                                       : Category::kAllocatorObjects;
      ++objects;
    } else if (event.position.phase == Phase::kInit || event.position.phase == Phase::kPrepare) {
      event.category = event.section == Section::kTail   ? Category::kKernelBuffer
                       : event.section == Section::kHead ? Category::kScratchRequests
                       : event.bytes >= 28               ? Category::kTempTensor
                                                         : Category::kTempQuantization;
    }
    if (event.kind == EventKind::kTempReset) event.category = Category::kNone;
  }
  const auto inPhase = [&](Phase phase) {
    return static_cast<std::size_t>(
        std::find_if(events.begin(), events.end(), [&](const Event& event) { return event.position.phase == phase; }) -
        events.begin());
  };
  const std::size_t start = inPhase(Phase::kStart);
  std::size_t end = start;
  while (end < events.size() && events[end].position.phase == Phase::kStart) ++end;
  categorizeStart(start, end);
  categorizeFinish(std::min(inPhase(Phase::kFinish), inPhase(Phase::kIo)));
}

protocol::Reconstruction Builder::build() {
  learn();
  for (std::size_t i = 0; i < steps_.size(); ++i) add(i);
  categorize();
  result_.exact = !inferred_;
  return std::move(result_);
}

} // namespace

protocol::Reconstruction reconstruct(const std::vector<AllocationStep>& steps, std::uint32_t start, std::uint32_t end,
                                     const model::ModelInfo& model, std::uint32_t nodeBytes, std::size_t allocated) {
  return Builder(steps, start, end, model, nodeBytes, allocated).build();
}

std::vector<protocol::PlannedRecord> lifetimesOf(const model::ModelInfo& model) {
  std::vector<protocol::PlannedRecord> records;
  std::int32_t base = 0;
  for (const model::SubgraphInfo& subgraph : model.subgraphs) {
    std::vector<protocol::PlannedRecord> own;
    for (std::size_t i = 0; i < subgraph.tensors.size(); ++i)
      own.push_back({.index = base + static_cast<std::int32_t>(i),
                     .bytes = static_cast<std::uint32_t>(subgraph.tensors[i].bytes)});
    const auto use = [&](const TensorId tensor, std::int32_t time) {
      if (!tensor.isThere()) return;
      protocol::PlannedRecord& record = own[tensor.position()];
      record.first = record.first < 0 ? time : std::min(record.first, time);
      record.last = std::max(record.last, time);
    };
    const std::int32_t begin = subgraph.operators.empty() ? 1 : subgraph.operators.front().time.value;
    for (const TensorId tensor : subgraph.inputs) use(tensor, begin - 1);
    for (const model::OperatorInfo& op : subgraph.operators) {
      for (const TensorId tensor : op.inputs) use(tensor, op.time.value);
      for (const TensorId tensor : op.outputs) use(tensor, op.time.value);
    }
    for (const TensorId tensor : subgraph.outputs)
      use(tensor, subgraph.operators.empty() ? begin - 1 : subgraph.operators.back().time.value);
    base += static_cast<std::int32_t>(own.size());
    records.insert(records.end(), own.begin(), own.end());
  }
  return records;
}

void countFromInputs(std::vector<protocol::PlannedRecord>& records, const model::ModelInfo& model) {
  const model::SubgraphInfo& main = model.subgraphs.front();
  if (main.operators.empty()) return;
  const auto isFirstOutput = [&](const protocol::PlannedRecord& record) {
    const auto& outputs = main.operators.front().outputs;
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const TensorId tensor) { return tensor.value == record.index; });
  };
  const auto output = std::find_if(records.begin(), records.end(), isFirstOutput);
  if (output == records.end() || output->first != 0) return;
  for (protocol::PlannedRecord& record : records) {
    if (record.first >= 0) ++record.first;
    if (record.last >= 0) ++record.last;
  }
}

} // namespace arenascope::image
