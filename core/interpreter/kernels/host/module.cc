#include "core/interpreter/kernels/host/module.h"

namespace {

arenascope::kernels::CallKernel* callLoader = nullptr;

} // namespace

extern "C" arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                              arenascope::runtime::Context& context,
                                                              arenascope::runtime::Node& node,
                                                              arenascope::trace::Tracer& tracer) {
  return callLoader(kernel, context, node, tracer);
}

extern "C" [[gnu::visibility("default")]] arenascope::runtime::Status
arenascope_register_kernels(arenascope::kernels::reference::Resolver& resolver,
                            arenascope::kernels::CallKernel* callKernel) {
  callLoader = callKernel;
  return arenascope::kernels::reference::registerAll(resolver);
}
