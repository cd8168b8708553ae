// Kernels available to the interpreter. Register only what the models need: nothing else is linked.
#pragma once

#include <cstddef>
#include <cstring>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

class Context;
class ParamsAllocator;

using KernelFunction = Status (*)(Context& context, Node& node);
using ParseFunction = Status (*)(ParamsAllocator& allocator, const schema::Operator& op, int index, void** params);

// An operator's kernel. prepare determines shapes, parameters and memory; invoke computes.
struct Registration {
  schema::BuiltinOperator code;
  ParseFunction parse; // nullptr: the operator's options take no memory
  KernelFunction init; // nullptr: nothing to initialise
  KernelFunction prepare;
  KernelFunction invoke;
  const char* customName = nullptr; // for custom operators, whose code is CUSTOM
  KernelFunction reset = nullptr;   // resets the kernel's state; nullptr: it has none

  const char* name() const { return customName != nullptr ? customName : schema::EnumNameBuiltinOperator(code); }
};

class OpResolver {
public:
  // nullptr if there is no kernel for the operator. customName: nullptr for built-in ones.
  virtual const Registration* find(schema::BuiltinOperator code, const char* customName) const = 0;

protected:
  ~OpResolver() = default;
};

template <std::size_t kCapacity>
class MutableOpResolver final : public OpResolver {
public:
  // Replaces an earlier registration of the operator.
  Status add(const Registration& registration) {
    const std::size_t index = position(registration.code, registration.customName);
    if (index == kCapacity) return Status::kError;
    registrations_[index] = &registration;
    if (index == count_) ++count_;
    return Status::kOk;
  }

  const Registration* find(schema::BuiltinOperator code, const char* customName) const override {
    const std::size_t index = position(code, customName);
    return index == count_ ? nullptr : registrations_[index];
  }

private:
  // count_ if not registered.
  std::size_t position(schema::BuiltinOperator code, const char* customName) const {
    std::size_t index = 0;
    while (index < count_ && !matches(*registrations_[index], code, customName)) ++index;
    return index;
  }
  static bool matches(const Registration& registration, schema::BuiltinOperator code, const char* customName) {
    if (registration.code != code) return false;
    if (registration.customName == nullptr) return true;
    return customName != nullptr && std::strcmp(registration.customName, customName) == 0;
  }

  const Registration* registrations_[kCapacity] = {};
  std::size_t count_ = 0;
};

} // namespace arenascope::runtime
