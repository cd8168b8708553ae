// Allocates in an arena and runs a model, in the order in which TensorFlow Lite Micro does.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace tflite {

struct IntArray {
  std::int32_t size;
  std::int32_t data[1];
};

struct EvalTensor {
  void* data;
  const IntArray* dims;
  std::uint8_t type;
};

struct Node {
  const IntArray* inputs;
  const IntArray* outputs;
  const IntArray* intermediates;
  void* userData;
  void* builtinData;
  const void* customData;
  std::int32_t customBytes;
};

struct NodeAndRegistration {
  Node node;
  const Registration* registration;
};

class MicroAllocator;

class MicroInterpreter {
public:
  MicroInterpreter(const Model* model, const MicroOpResolver& resolver, std::uint8_t* arena, std::size_t bytes);

  TfLiteStatus AllocateTensors();
  TfLiteStatus Invoke();
  std::size_t arena_used_bytes() const;
  EvalTensor* input() { return &tensors_[0]; }
  EvalTensor* output();

private:
  TfLiteStatus prepareNodes();

  const Model* model_;
  const MicroOpResolver& resolver_;
  MicroAllocator& allocator_;
  EvalTensor* tensors_ = nullptr;
  NodeAndRegistration* nodes_ = nullptr;
};

} // namespace tflite
