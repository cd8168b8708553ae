#include "core/interpreter/runtime/allocation_info.h"

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/model_reader.h"
#include "core/interpreter/runtime/planner.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::runtime {

namespace {

constexpr std::int32_t kNever = -1;

Status checkIntermediates(const schema::SubGraph& subgraph, const EvalTensor* tensors, const trace::Tracer& tracer) {
  for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i) {
    const auto* intermediates = subgraph.operators()->Get(i)->intermediates();
    for (std::uint32_t n = 0; n < count(intermediates); ++n) {
      const EvalTensor& tensor = tensors[intermediates->Get(n)];
      if (const std::size_t bytes = tensorBytes(tensor.type, *tensor.dims); bytes != 0)
        return (Message() << "operator " << static_cast<int>(i) << ": its intermediate tensor has " << bytes
                          << " bytes; only empty intermediate tensors are supported")
            .fail(tracer);
    }
  }
  return Status::kOk;
}

} // namespace

AllocationInfoBuilder::AllocationInfoBuilder(const schema::Model& model, Arena& arena, const trace::Tracer& tracer)
    : model_(model), arena_(arena), tracer_(tracer) {}

Status AllocationInfoBuilder::allocate(std::size_t scratchCount) {
  const std::size_t subgraphs = model_.subgraphs()->size();
#ifdef ARENASCOPE_VARIANTS
  Arena::beside() = isBefore(tflm::kOnePlan);
#endif
  subgraphOffsets_ = static_cast<std::size_t*>(
      arena_.allocateTemp(subgraphs * sizeof(std::size_t), alignof(std::size_t), trace::Category::kPlanning));
#ifdef ARENASCOPE_VARIANTS
  Arena::beside() = false;
#endif
  if (subgraphOffsets_ == nullptr) return Status::kError;
  for (std::size_t i = 0; i < subgraphs; ++i) {
    subgraphOffsets_[i] = tensorCount_;
    tensorCount_ += model_.subgraphs()->Get(static_cast<std::uint32_t>(i))->tensors()->size();
  }
  scratchCount_ = scratchCount;
  infos_ = static_cast<AllocationInfo*>(
      arena_.allocateTemp(sizeof(AllocationInfo) * this->count(), alignof(AllocationInfo), trace::Category::kPlanning));
  return infos_ == nullptr ? Status::kError : Status::kOk;
}

Status AllocationInfoBuilder::fill(const SubgraphAllocations* subgraphs, const std::int32_t* offlineOffsets) {
  std::size_t index = 0;
  for (std::uint32_t s = 0; s < model_.subgraphs()->size(); ++s) {
    const schema::SubGraph& subgraph = *model_.subgraphs()->Get(s);
    EvalTensor* tensors = subgraphs[s].tensors;
    ARENASCOPE_TRY(checkIntermediates(subgraph, tensors, tracer_));
    for (std::uint32_t i = 0; i < subgraph.tensors()->size(); ++i, ++index) {
      const bool variable = subgraph.tensors()->Get(i)->is_variable();
      const std::size_t bytes = tensorBytes(tensors[i].type, *tensors[i].dims);
      const std::int32_t offline = offlineOffsets == nullptr ? kOnlinePlanned : offlineOffsets[index];
      const bool needsPlan = tensors[i].data == nullptr && !variable && bytes != 0;
      infos_[index] = AllocationInfo{.bytes = bytes,
                                     .target = &tensors[i].data,
                                     .first = kNever,
                                     .last = kNever,
                                     .offlineOffset = offline,
                                     .needsPlan = needsPlan || (variable && offline != kOnlinePlanned)};
    }
  }
  for (; index < count(); ++index)
    infos_[index] = AllocationInfo{.bytes = 0,
                                   .target = nullptr,
                                   .first = kNever,
                                   .last = kNever,
                                   .offlineOffset = kOnlinePlanned,
                                   .needsPlan = true};
  return Status::kOk;
}

AllocationInfo& AllocationInfoBuilder::tensor(int subgraph, std::int32_t index) {
  return infos_[subgraphOffsets_[subgraph] + static_cast<std::size_t>(index)];
}

void AllocationInfoBuilder::use(AllocationInfo& info) const {
  if (info.first == kNever) info.first = now_;
  info.last = now_;
}

void AllocationInfoBuilder::markLifetimes(const ScratchRequest* requests, ScratchHandle* handles) {
  requests_ = requests;
  handles_ = handles;
  now_ = 0;
  walk(0, 0);
}

void AllocationInfoBuilder::markScratch(int subgraph, int op, std::int32_t start) {
  for (std::size_t i = 0; i < scratchCount_; ++i) {
    if (requests_[i].op != op || requests_[i].subgraph != subgraph) continue;
    AllocationInfo& info = infos_[tensorCount_ + i];
    info.target = &handles_[i].data;
    info.bytes = requests_[i].bytes;
    if (info.first == kNever) info.first = start;
    info.last = now_;
  }
}

void AllocationInfoBuilder::walkCalledSubgraphs(const schema::Operator& op, int depth) {
  if (isBefore(tflm::kEitherCode) && schema::hasOnlyOldCode(*model_.operator_codes()->Get(op.opcode_index()))) return;
  const schema::Calls calls = schema::callsOf(model_, op);
  for (int i = 0; i < calls.count && depth < kMaxCallDepth; ++i) {
    ++now_;
    walk(calls.subgraphs[i], depth + 1);
  }
}

void AllocationInfoBuilder::walk(int subgraphIndex, int depth) {
  const schema::SubGraph& subgraph = *model_.subgraphs()->Get(static_cast<std::uint32_t>(subgraphIndex));
  for (std::uint32_t i = 0; i < runtime::count(subgraph.inputs()); ++i)
    use(tensor(subgraphIndex, subgraph.inputs()->Get(i)));
  for (std::uint32_t i = 0; i < runtime::count(subgraph.operators()); ++i) {
    const schema::Operator& op = *subgraph.operators()->Get(i);
    const std::int32_t start = ++now_;
    for (std::uint32_t n = 0; n < runtime::count(op.outputs()); ++n)
      if (AllocationInfo& info = tensor(subgraphIndex, op.outputs()->Get(n)); info.first == kNever) info.first = now_;
    walkCalledSubgraphs(op, depth);
    for (std::uint32_t n = 0; n < runtime::count(op.inputs()); ++n)
      if (op.inputs()->Get(n) >= 0) tensor(subgraphIndex, op.inputs()->Get(n)).last = now_;
    for (std::uint32_t n = 0; n < runtime::count(op.outputs()); ++n)
      tensor(subgraphIndex, op.outputs()->Get(n)).last = now_;
    markScratch(subgraphIndex, static_cast<int>(i), start);
  }
  for (std::uint32_t i = 0; i < runtime::count(subgraph.outputs()); ++i)
    use(tensor(subgraphIndex, subgraph.outputs()->Get(i)));
}

void AllocationInfoBuilder::release() {
  arena_.deallocateTemp(infos_);
  arena_.deallocateTemp(subgraphOffsets_);
}

} // namespace arenascope::runtime
