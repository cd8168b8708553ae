// The reference kernels as a module, loaded when a model first runs on this computer.
#pragma once

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/context.h"

namespace arenascope::kernels {

// arenascope_call_kernel() of the loading program: the module has its own runtime functions, which call it.
using CallKernel = decltype(arenascope_call_kernel);
// Registers them all.
using RegisterKernels = runtime::Status(reference::Resolver& resolver, CallKernel* callKernel);
inline constexpr const char* kRegisterKernels = "arenascope_register_kernels"; // the module's one symbol

} // namespace arenascope::kernels
