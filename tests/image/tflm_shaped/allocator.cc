#include "allocator.h"

#include <new>

#include "core/interpreter/tflm/greedy_rules.h"

namespace tflite {

namespace {

namespace schema = arenascope::schema;

constexpr std::size_t kAlignment = 16;
constexpr std::size_t kScratchRequests = 144; // twelve of them
constexpr std::size_t kPlanner = 44;
constexpr std::size_t kPlannerRecord = 40; // for each buffer
constexpr unsigned kMostBuffers = 16;

std::uint8_t* aligned(std::uint8_t* address, std::size_t alignment, bool up) {
  auto value = reinterpret_cast<std::uintptr_t>(address);
  if (up) value += alignment - 1;
  return reinterpret_cast<std::uint8_t*>(value & ~(alignment - 1));
}

struct AllocationInfo {
  std::uint32_t bytes;
  void** place;
  std::int32_t first;
  std::int32_t last;
  std::int32_t offlineOffset;
  bool needed;
};
static_assert(sizeof(AllocationInfo) == 24);

struct Plan {
  AllocationInfo* infos;
  std::int32_t offsets[kMostBuffers];
  std::uint32_t placed[kMostBuffers]; // by offset
  unsigned count = 0;

  std::int32_t size(std::uint32_t i) const { return static_cast<std::int32_t>((infos[i].bytes + 15) / 16 * 16); }
  std::int32_t place(std::uint32_t index) {
    const auto inUse = [&](std::uint32_t i) {
      return infos[i].first <= infos[index].last && infos[index].first <= infos[i].last;
    };
    const std::uint32_t* const begin = placed;
    offsets[index] = static_cast<std::int32_t>(arenascope::tflm::lowestGap(
        begin, count, std::int64_t{size(index)}, inUse, [&](std::uint32_t i) { return std::int64_t{offsets[i]}; },
        [&](std::uint32_t i) { return std::int64_t{offsets[i] + size(i)}; }));
    unsigned at = count++;
    for (; at > 0 && offsets[placed[at - 1]] > offsets[index]; --at) placed[at] = placed[at - 1];
    placed[at] = index;
    return offsets[index] + size(index);
  }
};

std::uint32_t bytesOf(const schema::Tensor& tensor) {
  std::uint32_t bytes = tensor.type() == schema::TensorType_FLOAT32 ? 4 : 1;
  for (const std::int32_t extent : *tensor.shape()) bytes *= static_cast<std::uint32_t>(extent);
  return bytes;
}

void findLifetimes(const schema::SubGraph& graph, AllocationInfo* infos) {
  const auto use = [&](std::int32_t tensor, std::int32_t now) {
    if (infos[tensor].first < 0) infos[tensor].first = now;
    infos[tensor].last = now;
  };
  for (const std::int32_t tensor : *graph.inputs()) use(tensor, 0);
  std::int32_t now = 0;
  for (const schema::Operator* op : *graph.operators()) {
    ++now;
    for (const std::int32_t tensor : *op->inputs())
      if (tensor >= 0) use(tensor, now);
    for (const std::int32_t tensor : *op->outputs()) use(tensor, now);
  }
  for (const std::int32_t tensor : *graph.outputs()) use(tensor, now);
}

} // namespace

SingleArenaBufferAllocator* SingleArenaBufferAllocator::Create(std::uint8_t* arena, std::size_t bytes) {
  SingleArenaBufferAllocator first(aligned(arena, kAlignment, true), arena + bytes);
  void* place = first.AllocatePersistentBuffer(sizeof(first), alignof(SingleArenaBufferAllocator));
  return new (place) SingleArenaBufferAllocator(first);
}

std::uint8_t* SingleArenaBufferAllocator::AllocateTemp(std::size_t bytes, std::size_t alignment) {
  std::uint8_t* block = aligned(temp_, alignment, true);
  if (tail_ < block || static_cast<std::size_t>(tail_ - block) < bytes) return nullptr;
  temp_ = block + bytes;
  checksum_ ^= reinterpret_cast<std::intptr_t>(block);
  ++outstanding_;
  return block;
}

void SingleArenaBufferAllocator::DeallocateTemp(std::uint8_t* block) {
  checksum_ ^= reinterpret_cast<std::intptr_t>(block);
  --outstanding_;
}

TfLiteStatus SingleArenaBufferAllocator::ResetTempAllocations() {
  temp_ = head_;
  checksum_ = 0;
  outstanding_ = 0;
  return kTfLiteOk;
}

TfLiteStatus SingleArenaBufferAllocator::ResizeBuffer(std::uint8_t* /*block*/, std::size_t bytes,
                                                      std::size_t alignment) {
  std::uint8_t* begin = aligned(start_, alignment, true);
  if (tail_ < begin || static_cast<std::size_t>(tail_ - begin) < bytes) return kTfLiteError;
  head_ = begin + bytes;
  temp_ = head_;
  return kTfLiteOk;
}

std::uint8_t* SingleArenaBufferAllocator::AllocatePersistentBuffer(std::size_t bytes, std::size_t alignment) {
  std::uint8_t* block = aligned(tail_ - bytes, alignment, false);
  if (block < head_) return nullptr;
  tail_ = block;
  return block;
}

std::size_t SingleArenaBufferAllocator::available() const {
  std::uint8_t* from = aligned(temp_, kAlignment, true);
  std::uint8_t* to = aligned(tail_, kAlignment, false);
  return to > from ? static_cast<std::size_t>(to - from) : 0;
}

std::size_t SingleArenaBufferAllocator::used() const {
  return static_cast<std::size_t>((temp_ > head_ ? temp_ : head_) - start_ + (end_ - tail_));
}

MicroAllocator* MicroAllocator::Create(std::uint8_t* arena, std::size_t bytes) {
  SingleArenaBufferAllocator* sections = SingleArenaBufferAllocator::Create(arena, bytes);
  sections->AllocatePersistentBuffer(kPlanner, 4);
  auto* allocator = reinterpret_cast<MicroAllocator*>(
      sections->AllocatePersistentBuffer(sizeof(MicroAllocator), alignof(MicroAllocator)));
  if (allocator == nullptr) return nullptr;
  allocator->arena_ = sections;
  allocator->persistent_ = sections;
  allocator->temporary_ = sections;
  return allocator;
}

MicroAllocator::Scratch MicroAllocator::scratch_[kMostScratch];
int MicroAllocator::scratchCount_ = 0;
std::int32_t MicroAllocator::prepared_ = 0;

int MicroAllocator::requestScratch(std::uint32_t bytes) {
  scratch_[scratchCount_] = {bytes, prepared_, nullptr};
  return scratchCount_++;
}

TfLiteStatus MicroAllocator::startModel() {
  scratchCount_ = prepared_ = 0;
  if (persistent(8, 4) == nullptr) return kTfLiteError;
  return temporary_->ResizeBuffer(arena_->start(), kScratchRequests, 4);
}

TfLiteStatus MicroAllocator::finishOperator() {
  ++prepared_;
  temporary_->ResetTempAllocations();
  return temporary_->ResizeBuffer(arena_->start(), kScratchRequests, 4);
}

bool MicroAllocator::describe(const schema::Tensor& tensor, bool forGood) {
  const auto take = [&](std::size_t bytes) {
    return (forGood ? persistent(bytes, 4) : temporary(bytes, 4)) != nullptr;
  };
  const auto* quantization = tensor.quantization();
  const std::size_t scales =
      quantization == nullptr || quantization->scale() == nullptr ? 0 : quantization->scale()->size();
  return take(32) && (scales == 0 || (take(12) && take(4 + 4 * scales)));
}

TfLiteStatus MicroAllocator::plan(const Model& model, EvalTensor* tensors) {
  const schema::SubGraph& graph = *model.subgraphs()->Get(0);
  const unsigned tensorCount = graph.tensors()->size();
  const unsigned count = tensorCount + static_cast<unsigned>(scratchCount_);
  temporary(4, 4);
  auto* infos = static_cast<AllocationInfo*>(temporary(sizeof(AllocationInfo) * count, alignof(AllocationInfo)));
  if (infos == nullptr || count > kMostBuffers) return kTfLiteError;
  unsigned needed = 0;
  for (unsigned i = 0; i < tensorCount; ++i) {
    infos[i] = {bytesOf(*graph.tensors()->Get(i)), &tensors[i].data, -1, -1, -1, tensors[i].data == nullptr};
    needed += infos[i].needed ? 1 : 0;
  }
  for (unsigned i = tensorCount; i < count; ++i) {
    Scratch& scratch = scratch_[i - tensorCount];
    infos[i] = {scratch.bytes, &scratch.place, scratch.op + 1, scratch.op + 1, -1, true};
    ++needed;
  }
  findLifetimes(graph, infos);
  const std::size_t workspace = arena_->available();
  if (temporary(workspace, kAlignment) == nullptr || workspace / kPlannerRecord < needed) return kTfLiteError;
  Plan plan{.infos = infos, .offsets = {}, .placed = {}};
  std::int32_t head = 0;
  for (unsigned round = 0; round < needed; ++round) {
    std::uint32_t next = count;
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool done = !infos[i].needed;
      if (!done && (next == count || arenascope::tflm::isPlacedBefore(plan.size(i), i, plan.size(next), next)))
        next = i;
    }
    const std::int32_t end = plan.place(next);
    *infos[next].place = arena_->start() + plan.offsets[next];
    infos[next].needed = false;
    if (end > head) head = end;
  }
  temporary_->ResetTempAllocations();
  temporary_->ResizeBuffer(arena_->start(), 0, 1);
  return temporary_->ResizeBuffer(arena_->start(), static_cast<std::size_t>(head), kAlignment);
}

} // namespace tflite
