// Memory for operators' options: each kernel's parser writes them into the arena's tail in the form it will use.
#pragma once

#include <new>

#include "core/interpreter/runtime/arena.h"

namespace arenascope::runtime {

class ParamsAllocator {
public:
  explicit ParamsAllocator(Arena& arena) : arena_(&arena) {}

  // nullptr when there is no room. op: index of the operator in its subgraph.
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
