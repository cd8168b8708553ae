// Runs a model in a tensor arena, with the phases and the memory behaviour of TensorFlow Lite Micro's interpreter.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/context.h"
#include "core/interpreter/runtime/op_resolver.h"

// Alternative decompression memory: not in fixed images, whose instruction counts are results.
#if defined(ARENASCOPE_VARIANTS) || UINTPTR_MAX > UINT32_MAX
#define ARENASCOPE_DECOMPRESSION_MEMORY
#endif

namespace arenascope::runtime {

struct InterpreterOptions {
  PlannerKind planner = PlannerKind::kGreedy;
  bool recording = false;           // count as the recording interpreter does; its own objects are larger
  int resourceVariables = 0;        // capacity for them, allocated before the model's memory
  int maxLoopIterations = kAnyLoop; // of one WHILE per execution; more end the inference with an error
  std::size_t modelBytes = 0;       // limit for kernels that read beyond a tensor
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
  std::span<std::uint8_t> decompressionMemory = {}; // for outputs of DECODE, outside the arena
#endif
};

class Interpreter {
public:
  // model: a .tflite file, 16-byte aligned and verified; it must outlive the interpreter.
  Interpreter(const void* model, const OpResolver& resolver, trace::Tracer& tracer, const InterpreterOptions& options);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Places the interpreter's own objects in the arena.
  Status create(std::uint8_t* arena, std::size_t bytes);
  // With an allocator shared by several interpreters: models that take turns in one arena. Resource variables are not
  // shared.
  Status createIn(ModelAllocator& shared);
  // Start, init, prepare, finish: inputs can be filled afterwards.
  Status allocateTensors();
  // One inference.
  Status invoke();
  // Resets kernels' state and variables.
  Status reset();

  std::uint32_t inputCount() const;
  Tensor* input(std::uint32_t index) { return inputs_[index]; }
  std::uint32_t outputCount() const;
  Tensor* output(std::uint32_t index) { return outputs_[index]; }

private:
  Status checkVersion();
  Status createResourceVariables();
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
  Status addDecompressionMemory();
  void placeDecoded(const Node& node);
#endif
  Status parseNodes();
  Status parseNode(const schema::Operator& op, int index, Node& node);
  Status forEachNode(trace::Phase phase, Status (Interpreter::*action)(Node& node));
  Status initNode(Node& node);
  Status prepareNode(Node& node);
  Status resetNode(Node& node);
  Status allocateIo(const flatbuffers::Vector<std::int32_t>* indices, Tensor*** tensors);
  void reportAllocation();
  void reportTensors();
  void reportRecorded();

  const schema::Model& model_;
  const OpResolver& resolver_;
  InterpreterOptions options_;
  trace::Tracer& tracer_;
  Context context_;
  Recorder recorder_;
  ModelAllocator* allocator_ = nullptr;
  Tensor** inputs_ = nullptr;
  Tensor** outputs_ = nullptr;
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
  std::size_t* decompressedBytes_ = nullptr; // by the last DECODE that was prepared; in the arena
#endif
};

} // namespace arenascope::runtime
