// All memory that a model needs, in the order and size in which the interpreter asks for it.
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
  // An operator may ask for this many scratch buffers; the head always has room for the next one's requests.
  static constexpr std::size_t kMaxScratchPerOp = 12;

  ModelAllocator(Arena& arena, Planner& planner, const trace::Tracer& tracer, Recorder* recorder);

  // Puts arena, planner and allocator objects into the end of `memory`. nullptr when they do not fit.
  // recorder: not owned; nullptr for a run without recording.
  static ModelAllocator* create(std::uint8_t* memory, std::size_t bytes, PlannerKind planner,
                                const trace::Tracer& tracer, Recorder* recorder);

  // The same for two blocks of memory, on the host; without recording, with the greedy planner.
  static ModelAllocator* createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                                   const trace::Tracer& tracer);

  // Arrays for all subgraphs' tensors and nodes; nullptr when they do not fit.
  SubgraphAllocations* startModel(const schema::Model& model);
  // After an operator has been prepared: temporaries go, its scratch requests are kept.
  Status finishOperator(int op);
  // Places variables and everything that lives only for some operators.
  Status finishModel(const schema::Model& model, SubgraphAllocations* subgraphs, ScratchHandle** handles);

  void* allocatePersistent(std::size_t bytes, trace::Category category);
  Status requestScratch(std::size_t bytes, int subgraph, int* index);
#ifdef ARENASCOPE_VARIANTS
  // As a program's start leaves it, for one that runs several interpreters, one after the other.
  static void beginAgain();
  // A scratch buffer that the revision's kernel has not.
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
