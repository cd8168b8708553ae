// The reference kernels as a module that programs load when a model is first run on this computer.
#pragma once

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/context.h"

namespace arenascope::kernels {

// arenascope_call_kernel() of whoever loads it: the module has runtime functions of its own, which call this one.
using CallKernel = decltype(arenascope_call_kernel);
// Registers them all.
using RegisterKernels = runtime::Status(reference::Resolver& resolver, CallKernel* callKernel);
inline constexpr const char* kRegisterKernels = "arenascope_register_kernels"; // the module's one symbol

} // namespace arenascope::kernels
