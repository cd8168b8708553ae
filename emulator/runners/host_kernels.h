// The kernels that models on this computer run with.
#pragma once

#include "core/base/result.h"
#include "core/interpreter/kernels/host/module.h"

namespace arenascope::runners {

// Loaded, and built where a checkout has not yet, when this is first called; where that failed, the next call tries
// again.
Result<kernels::RegisterKernels*> hostKernels();

} // namespace arenascope::runners
