// Buffers that the planner has to place, with the operators between which each is in use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/arena.h"
#include "core/interpreter/runtime/types.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

// A kernel's request for memory while it runs, kept in the head section until planning. Mirrors
// internal::ScratchBufferRequest.
struct ScratchRequest {
  std::size_t bytes;
  std::int32_t op;
  std::int32_t subgraph;
};
static_assert(sizeof(ScratchRequest) == tflm::kOwnSizes.scratchBufferRequest);

// Mirrors AllocationInfo.
struct AllocationInfo {
  std::size_t bytes;
  void** target; // receives the buffer's address
  std::int32_t first;
  std::int32_t last;
  std::int32_t offlineOffset;
  bool needsPlan;
};
static_assert(sizeof(AllocationInfo) == tflm::kOwnSizes.allocationInfo);

// Builds the list in temporary memory: tensors of all subgraphs in order, then scratch buffers.
class AllocationInfoBuilder {
public:
  AllocationInfoBuilder(const schema::Model& model, Arena& arena, const trace::Tracer& tracer);

  Status allocate(std::size_t scratchCount);
  // offlineOffsets: one per tensor of the model, or nullptr.
  Status fill(const SubgraphAllocations* subgraphs, const std::int32_t* offlineOffsets);
  // Follows subgraph 0 and its calls in order of execution.
  void markLifetimes(const ScratchRequest* requests, ScratchHandle* handles);
  void release();

  AllocationInfo* infos() { return infos_; }
  std::size_t count() const { return tensorCount_ + scratchCount_; }
  std::size_t tensorCount() const { return tensorCount_; }

private:
  static constexpr int kMaxCallDepth = 16;

  void walk(int subgraph, int depth);
  void walkCalledSubgraphs(const schema::Operator& op, int depth);
  void markScratch(int subgraph, int op, std::int32_t start);
  AllocationInfo& tensor(int subgraph, std::int32_t index);
  void use(AllocationInfo& info) const;

  const schema::Model& model_;
  Arena& arena_;
  const trace::Tracer& tracer_;
  std::size_t* subgraphOffsets_ = nullptr;
  AllocationInfo* infos_ = nullptr;
  std::size_t tensorCount_ = 0;
  std::size_t scratchCount_ = 0;
  const ScratchRequest* requests_ = nullptr;
  ScratchHandle* handles_ = nullptr;
  std::int32_t now_ = 0;
};

} // namespace arenascope::runtime
