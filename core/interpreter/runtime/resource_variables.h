// Resource variables: values that outlive an inference, shared by all subgraphs, known by container and name.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/tflm/struct_sizes.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

// Lies in the arena, with room for a number of variables that the application decides.
class ResourceVariables {
public:
  // nullptr when they do not fit.
  static ResourceVariables* create(ModelAllocator& allocator, int capacity);

  // The variable's id, a new one when the name is not known yet; -1 when there is no room for another. The texts must
  // outlive the variables; container may be nullptr, which stands for any.
  int findOrAdd(const char* container, const char* name);
  // The variable's buffer, as large as the value; once for each id.
  Status allocate(int id, const Tensor& value, ModelAllocator& allocator, const trace::Tracer& tracer);
  // Both fail where the id is unknown, the variable has no buffer yet or another size.
  Status read(int id, void* destination, std::size_t bytes, const trace::Tracer& tracer) const;
  Status assign(int id, const void* source, std::size_t bytes, const trace::Tracer& tracer);
  // All to their first values: zero, or the zero point of what was first assigned.
  void reset();

private:
  struct Variable { // MicroResourceVariable
    const char* container;
    const char* name;
    void* data;
    std::size_t bytes;
    std::int8_t resetValue;
  };
  static_assert(sizeof(Variable) == tflm::kOwnSizes.resourceVariable);

  Status check(int id, std::size_t bytes, const trace::Tracer& tracer) const;

  Variable* variables_ = nullptr;
  int count_ = 0;
  int capacity_ = 0;
};
static_assert(sizeof(ResourceVariables) <= tflm::kOwnSizes.resourceVariables);

} // namespace arenascope::runtime
