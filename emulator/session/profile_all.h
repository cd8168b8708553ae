// Several profiles at once.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "emulator/session/profiler.h"

namespace arenascope::session {

// Cancelling, from any thread.
class BatchControl {
public:
  explicit BatchControl(std::size_t requests) : runs_(requests) {}
  void cancel() {
    for (RunControl& run : runs_) run.cancelled = true;
  }
  RunControl& run(std::size_t request) { return runs_[request]; }

private:
  std::deque<RunControl> runs_;
};

// As many at a time as the machine has processor cores; answers in the order of the requests. onProgress: called from
// any thread, one call at a time.
std::vector<Result<profile::Report>> profileAll(const std::vector<ProfileRequest>& requests,
                                                const std::function<void(const Progress&)>& onProgress,
                                                BatchControl& control);

} // namespace arenascope::session
