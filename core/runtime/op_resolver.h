// Which kernels the interpreter may use. Register only what the models need: nothing else is linked in.
#pragma once

#include <cstddef>

#include "core/runtime/status.h"
#include "core/runtime/types.h"
#include "tflite_generated.h"

namespace arenascope::runtime {

class Context;
class ParamsAllocator;

using KernelFunction = Status (*)(Context& context, Node& node);
using ParseFunction = Status (*)(ParamsAllocator& allocator, const schema::Operator& op, int index, void** params);

// One operator's kernel. prepare decides shapes, parameters and memory; invoke computes.
struct Registration {
  schema::BuiltinOperator code;
  ParseFunction parse; // nullptr: the operator's options take no memory
  KernelFunction init; // nullptr: nothing to initialise
  KernelFunction prepare;
  KernelFunction invoke;
};

class OpResolver {
public:
  // nullptr when there is no kernel for that operator.
  virtual const Registration* find(schema::BuiltinOperator code) const = 0;

protected:
  ~OpResolver() = default;
};

template <std::size_t kCapacity>
class MutableOpResolver final : public OpResolver {
public:
  // A later registration for the same operator takes the place of the earlier one.
  Status add(const Registration& registration) {
    for (std::size_t i = 0; i < count_; ++i)
      if (registrations_[i]->code == registration.code) {
        registrations_[i] = &registration;
        return Status::kOk;
      }
    if (count_ == kCapacity) return Status::kError;
    registrations_[count_++] = &registration;
    return Status::kOk;
  }

  const Registration* find(schema::BuiltinOperator code) const override {
    for (std::size_t i = 0; i < count_; ++i)
      if (registrations_[i]->code == code) return registrations_[i];
    return nullptr;
  }

private:
  const Registration* registrations_[kCapacity] = {};
  std::size_t count_ = 0;
};

} // namespace arenascope::runtime
