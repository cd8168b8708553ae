// Registrations of custom operators, by name.
#pragma once

#include "core/interpreter/runtime/op_resolver.h"

namespace arenascope::kernels::reference {

constexpr runtime::Registration custom(const char* name, runtime::KernelFunction init, runtime::KernelFunction prepare,
                                       runtime::KernelFunction invoke, runtime::KernelFunction reset = nullptr) {
  return {schema::BuiltinOperator_CUSTOM, nullptr, init, prepare, invoke, name, reset};
}

} // namespace arenascope::kernels::reference
