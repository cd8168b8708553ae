// The interpreter's interface for kernels.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/model_reader.h"
#include "core/interpreter/runtime/op_resolver.h"
#include "core/interpreter/runtime/resource_variables.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/trace/tracer.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

class Context;

// Unlimited iterations.
inline constexpr int kAnyLoop = std::numeric_limits<int>::max();

// A tensor with its quantization in Prepare; its memory is released with the handle. False if the operator lacks the
// tensor.
class TempTensor {
public:
  TempTensor() = default; // none
  TempTensor(ModelAllocator& allocator, Tensor* tensor) : allocator_(&allocator), tensor_(tensor) {}
  ~TempTensor() {
    if (tensor_ != nullptr) allocator_->deallocateTempTensor(tensor_);
  }
  TempTensor(const TempTensor&) = delete;
  TempTensor& operator=(const TempTensor&) = delete;

  explicit operator bool() const { return tensor_ != nullptr; }
  Tensor* operator->() const { return tensor_; }
  Tensor& operator*() const { return *tensor_; }

private:
  ModelAllocator* allocator_ = nullptr;
  Tensor* tensor_ = nullptr;
};

class Context {
public:
  Context(trace::Tracer& tracer, const schema::Model& model, int maxLoopIterations,
          std::span<const std::uint8_t> modelBytes)
      : tracer_(tracer), model_(model), modelBytes_(modelBytes), maxLoopIterations_(maxLoopIterations) {}

  // While preparing -------------------------------------------------------------------------------------------------
  TempTensor input(const Node& node, int index);
  TempTensor output(const Node& node, int index);
  // Number of scales of an input in the model; needs no temporary tensor.
  std::uint32_t scaleCount(const Node& node, int index) const;
  // A block that lives as long as the model; nullptr, with a message, if it does not fit.
  void* allocatePersistent(std::size_t bytes);
  // Requests memory for this operator while it runs; *index is the argument for scratch().
  Status requestScratch(std::size_t bytes, int* index);
  // Memory outside the arena, also for scratch(): for kernels of a revision without it.
#ifdef ARENASCOPE_VARIANTS
  Status requestScratchBeside(std::size_t bytes, int* index);
#else
  Status requestScratchBeside(std::size_t /*bytes*/, int* /*index*/) { return Status::kError; }
#endif

  // While running ---------------------------------------------------------------------------------------------------
  // nullptr if the operator lacks the input.
  EvalTensor* evalInput(const Node& node, int index) const;
  EvalTensor* evalOutput(const Node& node, int index) const;
  template <typename T>
  T* scratch(int index) const {
    return static_cast<T*>(scratchHandles_[index].data);
  }
  // A tensor's data, and for a constant also the rest of the model: some real kernels read beyond the end.
  std::span<const std::uint8_t> readableFrom(const EvalTensor& tensor) const;

  // Other subgraphs --------------------------------------------------------------------------------------------------
  int subgraphCount() const { return static_cast<int>(model_.subgraphs()->size()); }
  const IntArray& subgraphInputs(int subgraph) const { return *asIntArray(this->subgraph(subgraph).inputs()); }
  const IntArray& subgraphOutputs(int subgraph) const { return *asIntArray(this->subgraph(subgraph).outputs()); }
  EvalTensor& subgraphTensor(int subgraph, int tensor) const { return subgraphs_[subgraph].tensors[tensor]; }
  // Runs all its operators, and restores the caller's position.
  Status invokeSubgraph(int subgraph);
  int maxLoopIterations() const { return maxLoopIterations_; }

  // nullptr unless the application reserved memory for resource variables.
  ResourceVariables* resourceVariables() const { return resourceVariables_; }
  Status allocateResource(int id, const Tensor& value) {
    return resourceVariables_->allocate(id, value, *allocator_, tracer_);
  }

  // Number of CIRCULAR_BUFFER operators that guessed their cycles so far; the guess depends on it.
  std::int32_t& circularBuffersGuessed() { return circularBuffersGuessed_; }

  // Any time --------------------------------------------------------------------------------------------------------
  Status fail(const Message& message) const { return message.fail(tracer_); }
  const trace::Tracer& tracer() const { return tracer_; }

private:
  friend class Interpreter;

  EvalTensor* evalTensor(const IntArray& tensors, int index) const;
  const schema::SubGraph& subgraph(int index) const {
    return *model_.subgraphs()->Get(static_cast<std::uint32_t>(index));
  }

  trace::Tracer& tracer_;
  const schema::Model& model_;
  std::span<const std::uint8_t> modelBytes_;
  int maxLoopIterations_;
  ModelAllocator* allocator_ = nullptr;
  SubgraphAllocations* subgraphs_ = nullptr;
  ScratchHandle* scratchHandles_ = nullptr;
  ResourceVariables* resourceVariables_ = nullptr;
  std::int32_t circularBuffersGuessed_ = 0;
};

} // namespace arenascope::runtime

// The only call from the interpreter into a kernel's invoke function. Platforms replace it to see where an operator
// starts and ends: the emulator watches this function, the host build calls its listener around the kernel.
extern "C" arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                              arenascope::runtime::Context& context,
                                                              arenascope::runtime::Node& node,
                                                              arenascope::trace::Tracer& tracer);
