// The kernels that models on this computer run with.
#pragma once

#include "core/base/result.h"
#include "core/kernels/host/module.h"

namespace arenascope::session {

// Loaded, and built where a checkout has not yet, when this is first called; where that failed, the next call tries
// again.
Result<kernels::RegisterKernels*> hostKernels();

} // namespace arenascope::session
