#include "core/interpreter/runtime/resource_variables.h"

#include <cstring>
#include <new>

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::runtime {

using trace::Category;

ResourceVariables* ResourceVariables::create(ModelAllocator& allocator, int capacity) {
  const auto allocate = [&](std::size_t bytes, std::size_t needed) {
    return separateVariables()
               ? besideArena(needed)
               : fitting(allocator.allocatePersistent(bytes, Category::kResourceVariables), bytes, needed);
  };
  const auto count = static_cast<std::size_t>(capacity);
  void* block = allocate(sizes().resourceVariables, sizes().resourceVariables);
  void* variables = allocate(sizes().resourceVariable * count, sizeof(Variable) * count);
  if (block == nullptr || variables == nullptr) return nullptr;
  auto* result = new (block) ResourceVariables;
  result->variables_ = static_cast<Variable*>(variables);
  result->capacity_ = capacity;
  return result;
}

int ResourceVariables::findOrAdd(const char* container, const char* name) {
  for (int i = 0; i < count_; ++i) {
    const Variable& variable = variables_[i];
    const bool sameContainer =
        container == nullptr || (variable.container != nullptr && std::strcmp(container, variable.container) == 0);
    if (sameContainer && std::strcmp(name, variable.name) == 0) return i;
  }
  if (count_ == capacity_) return -1;
  new (&variables_[count_])
      Variable{.container = container, .name = name, .data = nullptr, .bytes = 0, .resetValue = 0};
  return count_++;
}

Status ResourceVariables::allocate(int id, const Tensor& value, ModelAllocator& allocator,
                                   const trace::Tracer& tracer) {
  if (id < 0 || id >= count_) return (Message() << "there is no resource variable " << id).fail(tracer);
  Variable& variable = variables_[id];
  if (variable.data != nullptr) return Status::kOk;
  variable.data = allocator.allocatePersistent(value.bytes, Category::kResourceVariables);
  if (variable.data == nullptr) return Status::kError;
  variable.bytes = value.bytes;
  if (value.quantization != nullptr) variable.resetValue = static_cast<std::int8_t>(value.zeroPoint);
  std::memset(variable.data, variable.resetValue, variable.bytes);
  return Status::kOk;
}

Status ResourceVariables::check(int id, std::size_t bytes, const trace::Tracer& tracer) const {
  if (id < 0 || id >= count_ || variables_[id].data == nullptr)
    return (Message() << "resource variable " << id << " is used before it was assigned").fail(tracer);
  if (variables_[id].bytes == bytes) return Status::kOk;
  return (Message() << "resource variable " << variables_[id].name << " has " << variables_[id].bytes
                    << " bytes, the tensor " << bytes)
      .fail(tracer);
}

Status ResourceVariables::read(int id, void* destination, std::size_t bytes, const trace::Tracer& tracer) const {
  ARENASCOPE_TRY(check(id, bytes, tracer));
  std::memcpy(destination, variables_[id].data, bytes);
  return Status::kOk;
}

Status ResourceVariables::assign(int id, const void* source, std::size_t bytes, const trace::Tracer& tracer) {
  ARENASCOPE_TRY(check(id, bytes, tracer));
  std::memcpy(variables_[id].data, source, bytes);
  return Status::kOk;
}

void ResourceVariables::reset() {
  for (int i = 0; i < count_; ++i)
    if (variables_[i].data != nullptr) std::memset(variables_[i].data, variables_[i].resetValue, variables_[i].bytes);
}

} // namespace arenascope::runtime
