// What operators see of the interpreter.
#pragma once

#include "allocator.h"

namespace tflite {

namespace schema = arenascope::schema;

struct Context {
  MicroAllocator* allocator;
  const schema::SubGraph* graph;
  const schema::Model* model;
  EvalTensor* tensors;
};

inline const schema::Tensor& tensorOf(const Context& context, std::int32_t index) {
  return *context.graph->tensors()->Get(static_cast<unsigned>(index));
}

inline int elementsOf(const Context& context, std::int32_t index) {
  int count = 1;
  for (const std::int32_t extent : *tensorOf(context, index).shape()) count *= extent;
  return count;
}

} // namespace tflite
