// Several profiles at once.
#pragma once

#include <functional>
#include <vector>

#include "emulator/session/profiler.h"

namespace arenascope::session {

// As many at a time as the machine has processor cores; answers in the order of the requests. onDone: how many are
// done so far, called from any thread, one call at a time.
std::vector<profile::Result<profile::Report>> profileAll(const std::vector<ProfileRequest>& requests,
                                                         const std::function<void(std::size_t done)>& onDone);

} // namespace arenascope::session
