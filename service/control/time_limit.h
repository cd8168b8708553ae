// The one clock of the searches. What they find is counted out in steps and runs; time only ends them early, and then
// the answer says so.
#pragma once

#include <chrono>
#include <optional>

#include "core/base/result.h"

namespace arenascope::service {

class TimeLimit {
public:
  explicit TimeLimit(double seconds) : seconds_(seconds), start_(Clock::now()) {}
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // Whether so much of it is gone; 1: all.
  bool gone(double share = 1) const { return elapsed() >= share * seconds_; }

private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point start_;
};

// What is wrong with a limit that was set.
std::optional<Error> wrongLimit(const std::optional<double>& seconds);

} // namespace arenascope::service
