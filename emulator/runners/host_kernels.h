// The kernels for models on this computer.
#pragma once

#include "core/base/result.h"
#include "core/interpreter/kernels/host/module.h"

namespace arenascope::runners {

// Loads them on the first call, and builds them if a source tree lacks them; after a failure the next call tries
// again.
Result<kernels::RegisterKernels*> hostKernels();

} // namespace arenascope::runners
