// What a kernel may ask of the interpreter.
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

// No loop is too long.
inline constexpr int kAnyLoop = std::numeric_limits<int>::max();

// A tensor with its quantization while an operator is being prepared; its memory is given back with the handle.
// Converts to false where the operator has no such tensor.
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
  // How many scales an input has in the model; without a temporary tensor for the question.
  std::uint32_t scaleCount(const Node& node, int index) const;
  // A block that stays as long as the model; nullptr (with a message) when there is no room.
  void* allocatePersistent(std::size_t bytes);
  // Memory that this operator needs only while it runs; *index is what scratch() takes then.
  Status requestScratch(std::size_t bytes, int* index);
  // Memory beside the arena, which scratch() takes as well: for kernels of a revision that has it not.
#ifdef ARENASCOPE_VARIANTS
  Status requestScratchBeside(std::size_t bytes, int* index);
#else
  Status requestScratchBeside(std::size_t /*bytes*/, int* /*index*/) { return Status::kError; }
#endif

  // While running ---------------------------------------------------------------------------------------------------
  // nullptr where the operator has no such input.
  EvalTensor* evalInput(const Node& node, int index) const;
  EvalTensor* evalOutput(const Node& node, int index) const;
  template <typename T>
  T* scratch(int index) const {
    return static_cast<T*>(scratchHandles_[index].data);
  }
  // A tensor's data, and of a constant one all that comes behind it in the model: some real kernels read on.
  std::span<const std::uint8_t> readableFrom(const EvalTensor& tensor) const;

  // Other subgraphs --------------------------------------------------------------------------------------------------
  int subgraphCount() const { return static_cast<int>(model_.subgraphs()->size()); }
  const IntArray& subgraphInputs(int subgraph) const { return *asIntArray(this->subgraph(subgraph).inputs()); }
  const IntArray& subgraphOutputs(int subgraph) const { return *asIntArray(this->subgraph(subgraph).outputs()); }
  EvalTensor& subgraphTensor(int subgraph, int tensor) const { return subgraphs_[subgraph].tensors[tensor]; }
  // Runs all its operators, then goes on where the caller is.
  Status invokeSubgraph(int subgraph);
  int maxLoopIterations() const { return maxLoopIterations_; }

  // nullptr where the application made no room for resource variables.
  ResourceVariables* resourceVariables() const { return resourceVariables_; }
  Status allocateResource(int id, const Tensor& value) {
    return resourceVariables_->allocate(id, value, *allocator_, tracer_);
  }

  // How many CIRCULAR_BUFFER operators had to guess their cycles so far; the guess depends on it.
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

// The one call from the interpreter into a kernel's invoke function. A platform may put its own in place, to see where
// an operator begins and ends: the emulator watches this function, the host build calls its listener around the kernel.
extern "C" arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                              arenascope::runtime::Context& context,
                                                              arenascope::runtime::Node& node,
                                                              arenascope::trace::Tracer& tracer);
