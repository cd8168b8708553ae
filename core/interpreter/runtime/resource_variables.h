// Resource variables: values that persist between inferences, shared by all subgraphs, identified by container and
// name.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/tflm/struct_sizes.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

// In the arena, with a capacity given by the application.
class ResourceVariables {
public:
  // nullptr if they do not fit.
  static ResourceVariables* create(ModelAllocator& allocator, int capacity);

  // The variable's id, a new one for an unknown name; -1 if the capacity is exceeded. The texts must outlive the
  // variables; container may be nullptr: any.
  int findOrAdd(const char* container, const char* name);
  // Allocates the variable's buffer in the size of the value; once per id.
  Status allocate(int id, const Tensor& value, ModelAllocator& allocator, const trace::Tracer& tracer);
  // Both fail if the id is unknown, or the variable has no buffer or another size.
  Status read(int id, void* destination, std::size_t bytes, const trace::Tracer& tracer) const;
  Status assign(int id, const void* source, std::size_t bytes, const trace::Tracer& tracer);
  // Resets all to zero, or the zero point of the first value assigned.
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
