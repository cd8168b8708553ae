#include "core/report/recording.h"

#include <algorithm>

#include "core/report/arena_analysis.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::RecordedType;
using trace::Section;

namespace {

// The allocator's objects come first: the arena's, then the model allocator's.
class OwnObjects {
public:
  explicit OwnObjects(const tflm::StructSizes& sizes) : larger_{sizes.recordingArena, sizes.recordingAllocator} {}
  Event recorded(Event event) {
    if (event.category == Category::kAllocatorObjects && seen_ < larger_.size()) event.bytes = larger_[seen_++];
    return event;
  }

private:
  std::array<std::size_t, 2> larger_;
  std::size_t seen_ = 0;
};

std::optional<RecordedType> typeOf(Category category) {
  switch (category) {
  case Category::kEvalTensors: return RecordedType::kEvalTensorData;
  case Category::kPersistentTensor: return RecordedType::kPersistentTensorData;
  case Category::kPersistentQuantization: return RecordedType::kPersistentTensorQuantizationData;
  case Category::kKernelBuffer:
  case Category::kIoPointers:
  case Category::kResourceVariables: return RecordedType::kPersistentBufferData;
  case Category::kVariables: return RecordedType::kVariableBufferData;
  case Category::kNodes: return RecordedType::kNodeAndRegistrationArray;
  default: return std::nullopt;
  }
}

// Number of items in a block: there is one array per subgraph, in order.
class Items {
public:
  explicit Items(const model::ModelInfo& model) : model_(model) {}
  std::size_t of(Category category) {
    if (category == Category::kEvalTensors) return model_.subgraphs.at(tensors_++).tensors.size();
    if (category == Category::kNodes) return model_.subgraphs.at(nodes_++).operators.size();
    return 1;
  }

private:
  const model::ModelInfo& model_;
  std::size_t tensors_ = 0;
  std::size_t nodes_ = 0;
};

} // namespace

run::RunTrace recordingOf(const run::RunTrace& run, const model::ModelInfo& model, tflm::Abi abi) {
  run::RunTrace recording;
  if (!run.use) return recording;
  recording.recorded.resize(static_cast<std::size_t>(RecordedType::kCount));
  OwnObjects own(tflm::structSizes(abi));
  Items items(model);
  UnboundedArena arena(0, static_cast<std::int64_t>(run.arenaBytes));
  const std::uint64_t workspace = plannerWorkspace(run.allocations, run.planned.size());
  for (const Event& ordinary : run.allocations) {
    const Event event = own.recorded(ordinary);
    const std::uint64_t before = arena.now().tail;
    arena.after(event, workspace);
    const std::optional<RecordedType> type = event.section == Section::kTail ? typeOf(event.category) : std::nullopt;
    if (!type || event.kind != trace::EventKind::kAllocation) continue;
    run::RecordedTotals& totals = recording.recorded[static_cast<std::size_t>(*type)];
    totals.used += arena.now().tail - before;
    totals.requested += event.bytes;
    totals.count += items.of(event.category);
  }
  const ArenaSnapshot& end = arena.now();
  recording.use = run::ArenaUse{.used = std::max(end.head, end.temp) + end.tail, .head = end.head, .tail = end.tail};
  return recording;
}

} // namespace arenascope::report
