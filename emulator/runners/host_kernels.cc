#include "emulator/runners/host_kernels.h"

#include "core/devtree/module_part.h"

namespace arenascope::runners {

#ifdef ARENASCOPE_LINKED_KERNELS // sanitizers look at modules in their own way

Result<kernels::RegisterKernels*> hostKernels() {
  return +[](kernels::reference::Resolver& resolver, kernels::CallKernel* /*callKernel*/) {
    return kernels::reference::registerAll(resolver);
  };
}

#else

Result<kernels::RegisterKernels*> hostKernels() {
  const Result<void*> function =
      devtree::functionOf({.target = "arenascope-kernels",
                           .folder = "core",
                           .what = "the kernels for this computer",
                           .missing = {Stage::kTarget, "arenascope-kernels.so, with the kernels of the target host, is "
                                                       "missing: build or install it, or choose an emulated target"}},
                          kernels::kRegisterKernels);
  if (!function) return function.error();
  return reinterpret_cast<kernels::RegisterKernels*>(*function);
}

#endif

} // namespace arenascope::runners
