#include "service/profile/profile_all.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>

#include "core/base/parallel.h"

namespace arenascope::service {

using report::Report;

Report failedReport(const ProfileRequest& request, const Error& error) {
  Report report;
  report.error = error;
  report.model.path = request.model.string();
  report.target = request.target;
  report.kernels = request.kernels;
  report.board = request.board;
  return report;
}

std::vector<Result<Report>> profileAll(const std::vector<ProfileRequest>& requests,
                                       const std::function<void(const Progress&)>& onProgress, BatchControl& control,
                                       const OnAllocation& onAllocation) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::vector<Result<Report>> results(requests.size(), Error{Stage::kStart, "has not been run"});
  std::mutex mutex;
  std::size_t done = 0;
  forEachInParallel(requests.size(), processorCores(), [&](std::size_t i) {
    ProfileObserver observer;
    if (onAllocation) observer.onAllocation = [&](const Report& report) { onAllocation(i, report); };
    results[i] = profileModel(requests[i], observer, control.run(i));
    const std::lock_guard lock(mutex);
    ++done;
    const double fraction = static_cast<double>(done) / static_cast<double>(requests.size());
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (onProgress)
      onProgress({.step = fmt::format("{} of {}", done, requests.size()),
                  .fraction = fraction,
                  .secondsLeft = secondsLeft(fraction, elapsed)});
  });
  return results;
}

} // namespace arenascope::service
