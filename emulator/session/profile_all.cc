#include "emulator/session/profile_all.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace arenascope::session {

using profile::Report;
using profile::Result;

std::vector<Result<Report>> profileAll(const std::vector<ProfileRequest>& requests,
                                       const std::function<void(const Progress&)>& onProgress, BatchControl& control) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::vector<Result<Report>> results(requests.size(), profile::Error{"start", "was not run"});
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t done = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < requests.size(); i = next++) {
      results[i] = profileModel(requests[i], {}, control.run(i));
      const std::lock_guard lock(mutex);
      ++done;
      const double fraction = static_cast<double>(done) / static_cast<double>(requests.size());
      const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
      if (onProgress)
        onProgress({.step = std::to_string(done) + " of " + std::to_string(requests.size()),
                    .fraction = fraction,
                    .secondsLeft = secondsLeft(fraction, elapsed)});
    }
  };
  std::vector<std::jthread> others;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(cores, requests.size()); ++i) others.emplace_back(work);
  work();
  others.clear();
  return results;
}

} // namespace arenascope::session
