#include "service/control/watchdog.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/base/threads.h"

namespace arenascope::service {

namespace {

constexpr auto kLookAtLimits = std::chrono::milliseconds(100);

JobsAtWork& jobsAtWork() {
  static JobsAtWork& jobs = *new JobsAtWork; // also for jobs that go on while the program ends
  return jobs;
}

} // namespace

std::uint64_t memoryInUse() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t mapped = 0;
  std::uint64_t resident = 0;
  file >> mapped >> resident;
  return file ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::vector<JobsAtWork::Job>::iterator JobsAtWork::find(const engine::RunControl& job) {
  return std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& each) { return each.control == &job; });
}

void JobsAtWork::begin(const engine::RunControl& job, std::uint64_t programBytes) {
  const std::lock_guard lock(mutex_);
  const auto known = find(job);
  if (known != jobs_.end())
    ++known->watched;
  else
    jobs_.push_back({.control = &job, .before = programBytes});
}

void JobsAtWork::end(const engine::RunControl& job) {
  const std::lock_guard lock(mutex_);
  const auto known = find(job);
  if (known != jobs_.end() && --known->watched == 0) jobs_.erase(known);
}

std::uint64_t JobsAtWork::shareOf(const engine::RunControl& job, std::uint64_t programBytes) {
  const std::lock_guard lock(mutex_);
  const auto known = find(job);
  if (known == jobs_.end() || programBytes <= known->before) return 0;
  return (programBytes - known->before) / jobs_.size();
}

Watchdog::Watchdog(const arenascope::Limits& limits, engine::RunControl& control)
    : limits_(limits), control_(control), start_(std::chrono::steady_clock::now()) {
  jobsAtWork().begin(control_, memoryInUse());
  look(); // even at what is done before it would be looked at again
  if constexpr (kHasThreads)
    task_.emplace(kLookAtLimits, [this] { look(); });
  else
    control_.look = [this] { look(); };
}

Watchdog::~Watchdog() {
  if constexpr (kHasThreads)
    task_.reset();
  else
    control_.look = nullptr;
  jobsAtWork().end(control_);
}

void Watchdog::look() {
  if (std::chrono::steady_clock::now() - start_ > std::chrono::seconds(limits_.seconds))
    control_.stop("it took too long: " + limitAdvice(&arenascope::Limits::seconds, limits_));
  control_.stopBeyond(limits_, jobsAtWork().shareOf(control_, memoryInUse()));
}

} // namespace arenascope::service
