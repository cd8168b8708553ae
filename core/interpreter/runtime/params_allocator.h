// Memory for operators' options: parsers write them into the arena's tail in the kernels' form.
#pragma once

#include <new>

#include "core/interpreter/runtime/arena.h"

namespace arenascope::runtime {

class ParamsAllocator {
public:
  explicit ParamsAllocator(Arena& arena) : arena_(&arena) {}

  // nullptr if it does not fit. op: index in its subgraph.
  template <typename Params>
  Params* allocate(int op) {
    void* block = arena_->allocatePersistent(sizeof(Params), alignof(Params), trace::Category::kBuiltinParams, op);
    return block == nullptr ? nullptr : new (block) Params();
  }

private:
  Arena* arena_;
};
static_assert(sizeof(ParamsAllocator) <= tflm::kOwnSizes.builtinDataAllocator);

} // namespace arenascope::runtime
