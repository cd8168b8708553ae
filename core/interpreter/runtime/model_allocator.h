// All memory of a model, in the interpreter's order and sizes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/allocation_info.h"
#include "core/interpreter/runtime/arena.h"
#include "core/interpreter/runtime/params_allocator.h"
#include "core/interpreter/runtime/planner.h"
#include "core/interpreter/runtime/recorder.h"

namespace arenascope::runtime {

class ModelAllocator {
public:
  // Most scratch buffers per operator; the head always has space for the next operator's requests.
  static constexpr std::size_t kMaxScratchPerOp = 12;

  ModelAllocator(Arena& arena, Planner& planner, const trace::Tracer& tracer, Recorder* recorder);

  // Constructs arena, planner and allocator at the end of `memory`; nullptr if they do not fit. recorder: not owned;
  // nullptr without recording.
  static ModelAllocator* create(std::uint8_t* memory, std::size_t bytes, PlannerKind planner,
                                const trace::Tracer& tracer, Recorder* recorder);

  // The same with two blocks of memory, on hosts; without recording, with the greedy planner.
  static ModelAllocator* createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                                   const trace::Tracer& tracer);

  // Arrays for all subgraphs' tensors and nodes; nullptr if they do not fit.
  SubgraphAllocations* startModel(const schema::Model& model);
  // After Prepare of an operator: drops temporaries, keeps its scratch requests.
  Status finishOperator(int op);
  // Places variables and all buffers with limited lifetimes.
  Status finishModel(const schema::Model& model, SubgraphAllocations* subgraphs, ScratchHandle** handles);

  void* allocatePersistent(std::size_t bytes, trace::Category category);
  Status requestScratch(std::size_t bytes, int subgraph, int* index);
#ifdef ARENASCOPE_VARIANTS
  // Resets static state, for programs that run several interpreters in turn.
  static void beginAgain();
  // A scratch buffer that the revision's kernel lacks.
  Status scratchBesideArena(std::size_t bytes, int* index);
#endif

  Tensor* allocateTempTensor(const schema::Model& model, const SubgraphAllocations* subgraphs, int subgraph,
                             int tensor);
  void deallocateTempTensor(Tensor* tensor);
  Tensor* allocatePersistentTensor(const schema::Model& model, const SubgraphAllocations* subgraphs, int tensor);

  Arena& arena() { return *arena_; }
  ParamsAllocator& params() { return *params_; }

private:
  static Planner* createPlanner(Arena& arena, PlannerKind kind);

  ScratchRequest* scratchRequests() const;
#ifdef ARENASCOPE_VARIANTS
  ScratchRequest* requestsInHead() const;
  ScratchHandle* withScratchBeside(ScratchHandle* handles);
#endif
  Status reserveScratchRequests();
  Status allocateTensors(const schema::Model& model, SubgraphAllocations* subgraphs);
  Status allocateNodes(const schema::Model& model, SubgraphAllocations* subgraphs);
  Status allocateVariables(const schema::Model& model, SubgraphAllocations* subgraphs, const std::int32_t* offline);
  Status commitPlan(const schema::Model& model, SubgraphAllocations* subgraphs, ScratchHandle* handles);
  Status planBuffers(AllocationInfo* infos, std::size_t count);
  void assignBuffers(AllocationInfo* infos, std::size_t count);
  Status checkAlignment(const schema::Model& model, const SubgraphAllocations* subgraphs,
                        const ScratchHandle* handles) const;
  bool readTensor(const schema::Model& model, const SubgraphAllocations* subgraphs, int subgraph, int index,
                  bool persistent, Tensor* result);
  void* quantizationMemory(std::size_t bytes, std::size_t alignment, bool persistent, trace::Category temporary);
  void* allocateRecorded(std::size_t bytes, std::size_t alignment, trace::Category category, trace::RecordedType type,
                         std::size_t items);

  Arena* arena_;
  Planner* planner_;
  const trace::Tracer* tracer_;
  Recorder* recorder_;
  ParamsAllocator* params_ = nullptr;
  std::uint32_t scratchCount_ = 0;
  std::uint32_t largestHead_ = 0;
};
static_assert(sizeof(ModelAllocator) <= tflm::kOwnSizes.modelAllocator);

} // namespace arenascope::runtime
