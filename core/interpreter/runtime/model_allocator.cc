#include "core/interpreter/runtime/model_allocator.h"

#include <cstring>
#include <new>

#include "core/interpreter/runtime/greedy_planner.h"
#include "core/interpreter/runtime/linear_planner.h"
#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/model_reader.h"
#include "core/interpreter/runtime/offline_plan.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::runtime {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::RecordedType;

namespace {
constexpr std::int32_t kUnassigned = -1;
constexpr std::size_t kLargestBuffer = std::size_t{1} << 30;

bool isAligned(const void* address, std::size_t bytes) {
  return bytes == 0 || reinterpret_cast<std::uintptr_t>(address) % bytes == 0;
}
} // namespace

ModelAllocator::ModelAllocator(Arena& arena, Planner& planner, const trace::Tracer& tracer, Recorder* recorder)
    : arena_(&arena), planner_(&planner), tracer_(&tracer), recorder_(recorder) {}

Planner* ModelAllocator::createPlanner(Arena& arena, PlannerKind kind) {
  if (kind == PlannerKind::kLinear) {
    void* block = arena.allocatePersistent(sizes().linearPlanner, alignof(LinearPlanner), Category::kPlanner);
    return block == nullptr ? nullptr : new (block) LinearPlanner();
  }
  void* block = isBefore(tflm::kPlannerInArena)
                    ? besideArena(sizeof(GreedyPlanner))
                    : arena.allocatePersistent(sizes().greedyPlanner, alignof(GreedyPlanner), Category::kPlanner);
  return block == nullptr ? nullptr : new (block) GreedyPlanner();
}

ModelAllocator* ModelAllocator::create(std::uint8_t* memory, std::size_t bytes, PlannerKind plannerKind,
                                       const trace::Tracer& tracer, Recorder* recorder) {
  Arena* arena = Arena::create(memory, bytes, tracer, recorder != nullptr);
  if (arena == nullptr) return nullptr;
  Planner* planner = createPlanner(*arena, plannerKind);
  if (planner == nullptr) return nullptr;
  const std::size_t own = recorder != nullptr ? sizes().recordingAllocator : sizes().modelAllocator;
  void* block = arena->allocatePersistent(own, alignof(ModelAllocator), Category::kAllocatorObjects);
  block = fitting(block, own, sizeof(ModelAllocator));
  return block == nullptr ? nullptr : new (block) ModelAllocator(*arena, *planner, tracer, recorder);
}

void* ModelAllocator::allocateRecorded(std::size_t bytes, std::size_t alignment, Category category, RecordedType type,
                                       std::size_t items) {
  const std::size_t before = arena_->tailBytes();
  void* block = arena_->allocatePersistent(bytes, alignment, category);
  if (block != nullptr && recorder_ != nullptr) recorder_->add(type, arena_->tailBytes() - before, bytes, items);
  return block;
}

void* ModelAllocator::allocatePersistent(std::size_t bytes, Category category) {
  return allocateRecorded(bytes, tflm::kBufferAlignment, category, RecordedType::kPersistentBufferData, 1);
}

#ifdef ARENASCOPE_VARIANTS

namespace {

// Outside the arena: requests that are smaller in the revision's head, and scratch buffers that it lacks, whose handles
// precede the others.
constexpr std::size_t kMostBeside = 256;
constexpr std::size_t kMostRequests = 2048;
ScratchHandle handlesBeside[kMostBeside];
int scratchesBeside = 0;
ScratchRequest* requestsBeside = nullptr;

} // namespace

void ModelAllocator::beginAgain() {
  scratchesBeside = 0;
  requestsBeside = nullptr;
  Arena::beside() = false;
  mirrorOperator(-1, trace::Phase::kCreate, kNoType);
}

Status ModelAllocator::scratchBesideArena(std::size_t bytes, int* index) {
  void* block = scratchesBeside < static_cast<int>(kMostBeside) ? besideArena(bytes) : nullptr;
  if (block == nullptr) return (Message() << "there is no more memory beside the arena").fail(*tracer_);
  handlesBeside[scratchesBeside].data = block;
  *index = -++scratchesBeside;
  return Status::kOk;
}

ScratchHandle* ModelAllocator::withScratchBeside(ScratchHandle* handles) {
  if (scratchesBeside == 0) return handles;
  const auto before = static_cast<std::size_t>(scratchesBeside);
  auto* block = static_cast<ScratchHandle*>(besideArena(sizeof(ScratchHandle) * (before + scratchCount_)));
  if (block == nullptr) return nullptr;
  for (std::size_t i = 0; i < before; ++i) block[before - 1 - i] = handlesBeside[i];
  return block + before;
}

ScratchRequest* ModelAllocator::scratchRequests() const {
  if (sizes().scratchBufferRequest == sizeof(ScratchRequest)) return requestsInHead();
  if (requestsBeside == nullptr)
    requestsBeside = static_cast<ScratchRequest*>(besideArena(sizeof(ScratchRequest) * kMostRequests));
  return requestsBeside;
}

ScratchRequest* ModelAllocator::requestsInHead() const {
#else
ScratchRequest* ModelAllocator::scratchRequests() const {
#endif
  return reinterpret_cast<ScratchRequest*>(tflm::alignedUp(arena_->start(), alignof(ScratchRequest)));
}

Status ModelAllocator::reserveScratchRequests() {
  const std::size_t own = kHasVariants ? sizes().scratchBufferRequest : sizeof(ScratchRequest);
  return arena_->resizeHead(own * (scratchCount_ + kMaxScratchPerOp), alignof(ScratchRequest),
                            Category::kScratchRequests);
}

SubgraphAllocations* ModelAllocator::startModel(const schema::Model& model) {
  void* params =
      arena_->allocatePersistent(sizes().builtinDataAllocator, alignof(ParamsAllocator), Category::kAllocatorObjects);
  if (params == nullptr) return nullptr;
  params_ = new (params) ParamsAllocator(*arena_);
  scratchCount_ = 0;
  if (reserveScratchRequests() != Status::kOk) return nullptr;
  auto* subgraphs = static_cast<SubgraphAllocations*>(arena_->allocatePersistent(
      sizeof(SubgraphAllocations) * model.subgraphs()->size(), alignof(SubgraphAllocations), Category::kSubgraphs));
  if (subgraphs == nullptr) return nullptr;
  if (allocateTensors(model, subgraphs) != Status::kOk) return nullptr;
  if (allocateNodes(model, subgraphs) != Status::kOk) return nullptr;
  return subgraphs;
}

Status ModelAllocator::allocateTensors(const schema::Model& model, SubgraphAllocations* subgraphs) {
  for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s) {
    const auto& tensors = *model.subgraphs()->Get(s)->tensors();
    subgraphs[s].tensors = static_cast<EvalTensor*>(allocateRecorded(sizeof(EvalTensor) * tensors.size(),
                                                                     alignof(EvalTensor), Category::kEvalTensors,
                                                                     RecordedType::kEvalTensorData, tensors.size()));
    if (subgraphs[s].tensors == nullptr) return Status::kError;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) subgraphs[s].tensors[i] = readEvalTensor(model, *tensors.Get(i));
  }
  return Status::kOk;
}

Status ModelAllocator::allocateNodes(const schema::Model& model, SubgraphAllocations* subgraphs) {
  for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s) {
    const std::size_t operators = count(model.subgraphs()->Get(s)->operators());
    const std::size_t own = sizes().nodeAndRegistration * operators;
    void* nodes =
        allocateRecorded(own, alignof(Node), Category::kNodes, RecordedType::kNodeAndRegistrationArray, operators);
    subgraphs[s].nodes = static_cast<Node*>(fitting(nodes, own, sizeof(Node) * operators));
    if (subgraphs[s].nodes == nullptr) return Status::kError;
    for (std::size_t i = 0; i < operators; ++i) subgraphs[s].nodes[i] = Node{};
  }
  return Status::kOk;
}

Status ModelAllocator::requestScratch(std::size_t bytes, int subgraph, int* index) {
  ScratchRequest* requests = scratchRequests();
#ifdef ARENASCOPE_VARIANTS
  if (requests == nullptr || scratchCount_ >= kMostRequests)
    return (Message() << "there is no more memory beside the arena").fail(*tracer_);
#endif
  std::size_t ofThisOperator = 0;
  for (std::uint32_t i = 0; i < scratchCount_; ++i)
    if (requests[i].op == kUnassigned) ++ofThisOperator;
  if (ofThisOperator >= kMaxScratchPerOp)
    return (Message() << "the operator asks for more than " << kMaxScratchPerOp << " scratch buffers").fail(*tracer_);
  requests[scratchCount_] = ScratchRequest{.bytes = bytes, .op = kUnassigned, .subgraph = subgraph};
  *index = static_cast<int>(scratchCount_++);
  return Status::kOk;
}

Status ModelAllocator::finishOperator(int op) {
  ARENASCOPE_TRY(arena_->resetTemp());
  ScratchRequest* requests = scratchRequests();
  for (std::uint32_t i = 0; i < scratchCount_; ++i)
    if (requests[i].op == kUnassigned) requests[i].op = op;
  return reserveScratchRequests();
}

Status ModelAllocator::finishModel(const schema::Model& model, SubgraphAllocations* subgraphs,
                                   ScratchHandle** handles) {
  *handles = nullptr;
  if (scratchCount_ > 0) {
    *handles = static_cast<ScratchHandle*>(arena_->allocatePersistent(
        sizeof(ScratchHandle) * scratchCount_, alignof(ScratchHandle), Category::kScratchHandles));
    if (*handles == nullptr) return Status::kError;
  }
#ifdef ARENASCOPE_VARIANTS
  *handles = withScratchBeside(*handles);
#endif
  return commitPlan(model, subgraphs, *handles);
}

Status ModelAllocator::allocateVariables(const schema::Model& model, SubgraphAllocations* subgraphs,
                                         const std::int32_t* offline) {
  for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s) {
    const auto& tensors = *model.subgraphs()->Get(s)->tensors();
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
      // The offset is looked up by the index within the subgraph, for any subgraph, as in the real interpreter.
      if (!tensors.Get(i)->is_variable() || (offline != nullptr && offline[i] != kOnlinePlanned)) continue;
      EvalTensor& tensor = subgraphs[s].tensors[i];
      tensor.data = allocateRecorded(tensorBytes(tensor.type, *tensor.dims), tflm::kBufferAlignment,
                                     Category::kVariables, RecordedType::kVariableBufferData, 1);
      if (tensor.data == nullptr) return Status::kError;
    }
  }
  return Status::kOk;
}

Status ModelAllocator::planBuffers(AllocationInfo* infos, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!infos[i].needsPlan) continue;
    if (infos[i].bytes > kLargestBuffer)
      return (Message() << "a buffer of " << infos[i].bytes << " bytes is too large for any arena").fail(*tracer_);
    const BufferRequirement requirement{
        .bytes = static_cast<std::int32_t>(tflm::roundedUp(infos[i].bytes, tflm::kBufferAlignment)),
        .offlineOffset = infos[i].offlineOffset,
        .first = infos[i].first,
        .last = infos[i].last};
    ARENASCOPE_TRY(planner_->add(*tracer_, requirement));
  }
  planner_->plan();
  return Status::kOk;
}

void ModelAllocator::assignBuffers(AllocationInfo* infos, std::size_t count) {
  const ScratchRequest* requests = scratchRequests();
  const std::size_t tensors = count - scratchCount_;
  std::uint8_t* head = tflm::alignedUp(arena_->start(), tflm::kBufferAlignment);
  int planned = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!infos[i].needsPlan) continue;
    const std::int32_t offset = planner_->offset(planned++);
    if (infos[i].target != nullptr) *infos[i].target = head + offset;
    trace::Position position = tracer_->position;
    if (i >= tensors) position.subgraph = requests[i - tensors].subgraph, position.op = requests[i - tensors].op;
    tracer_->emitAt(position, Event{.kind = EventKind::kPlannedBuffer,
                                    .index = static_cast<std::int32_t>(i),
                                    .first = infos[i].first,
                                    .last = infos[i].last,
                                    .offline = infos[i].offlineOffset,
                                    .bytes = infos[i].bytes,
                                    .offset = static_cast<std::uint64_t>(offset),
                                    .address = reinterpret_cast<std::uintptr_t>(head + offset)});
  }
}

// Offline plans may place buffers anywhere, and thereby move later ones; processors fault at unaligned numbers.
Status ModelAllocator::checkAlignment(const schema::Model& model, const SubgraphAllocations* subgraphs,
                                      const ScratchHandle* handles) const {
  for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s)
    for (std::uint32_t i = 0; i < model.subgraphs()->Get(s)->tensors()->size(); ++i)
      if (const EvalTensor& tensor = subgraphs[s].tensors[i];
          constantData(model, *model.subgraphs()->Get(s)->tensors()->Get(i)) == nullptr &&
          !isAligned(tensor.data, typeBytes(tensor.type)))
        return (Message() << "the offline memory plan puts tensor " << i << " of subgraph " << s
                          << " at a place that is not aligned to its type")
            .fail(*tracer_);
  for (std::uint32_t i = 0; i < scratchCount_; ++i)
    if (!isAligned(handles[i].data, tflm::kBufferAlignment))
      return (Message() << "the offline memory plan moves scratch buffer " << i << " to a place that is not aligned")
          .fail(*tracer_);
  return Status::kOk;
}

Status ModelAllocator::commitPlan(const schema::Model& model, SubgraphAllocations* subgraphs, ScratchHandle* handles) {
  AllocationInfoBuilder builder(model, *arena_, *tracer_);
  const bool variablesFirst = isBefore(tflm::kOfflineVariables) && !isBefore(tflm::kOnePlan);
  if (variablesFirst) ARENASCOPE_TRY(allocateVariables(model, subgraphs, nullptr));
  ARENASCOPE_TRY(builder.allocate(scratchCount_));
  const std::int32_t* offline = nullptr;
  ARENASCOPE_TRY(readOfflinePlan(model, builder.tensorCount(), *tracer_, &offline));
  if (!isBefore(tflm::kOfflineVariables)) ARENASCOPE_TRY(allocateVariables(model, subgraphs, offline));
  ARENASCOPE_TRY(builder.fill(subgraphs, offline));
  builder.markLifetimes(scratchRequests(), handles);

  const std::size_t workspaceBytes = arena_->availableBytes(tflm::kBufferAlignment);
  auto* workspace = static_cast<std::uint8_t*>(
      arena_->allocateTemp(workspaceBytes, tflm::kBufferAlignment, Category::kPlannerWorkspace));
  if (workspace == nullptr) return Status::kError;
  planner_->init(workspace, workspaceBytes);
  ARENASCOPE_TRY(planBuffers(builder.infos(), builder.count()));
  assignBuffers(builder.infos(), builder.count());
  if (offline != nullptr) ARENASCOPE_TRY(checkAlignment(model, subgraphs, handles));
  const std::size_t headBytes = planner_->headBytes();

  arena_->deallocateTemp(workspace);
  builder.release();
  ARENASCOPE_TRY(arena_->resetTemp());
#ifdef ARENASCOPE_VARIANTS
  if (isBefore(tflm::kOnePlan)) {
    ARENASCOPE_TRY(arena_->placePlan(headBytes));
    return allocateVariables(model, subgraphs, nullptr);
  }
#endif
  ARENASCOPE_TRY(arena_->resizeHead(0, 1, Category::kScratchRequests));
  if (largestHead_ < headBytes) largestHead_ = static_cast<std::uint32_t>(headBytes);
  return arena_->resizeHead(largestHead_, tflm::kBufferAlignment, Category::kPlan);
}

} // namespace arenascope::runtime
