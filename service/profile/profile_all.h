// Several profiles at once.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "service/profile/profiler.h"

namespace arenascope::service {

// Cancelling, from any thread.
class BatchControl {
public:
  explicit BatchControl(std::size_t requests) : runs_(requests) {}
  void cancel() {
    for (engine::RunControl& run : runs_) run.cancelled = true;
  }
  engine::RunControl& run(std::size_t request) { return runs_[request]; }

private:
  std::deque<engine::RunControl> runs_;
};

// The report of a model that could not be loaded, or of a target that is not known.
report::Report failedReport(const ProfileRequest& request, const Error& error);

using OnAllocation = std::function<void(std::size_t request, const report::Report&)>;

// Runs one profile per processor core at a time; results are in the order of the requests. onProgress: called from
// any thread, one call at a time. onAllocation: also from any thread, with the number of a request whose allocation
// is finished, before its inference.
std::vector<Result<report::Report>> profileAll(const std::vector<ProfileRequest>& requests,
                                               const std::function<void(const Progress&)>& onProgress,
                                               BatchControl& control, const OnAllocation& onAllocation = {});

} // namespace arenascope::service
