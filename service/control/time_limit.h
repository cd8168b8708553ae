// The one clock of the searches. Their results are counted in steps and runs; time only stops them early, and then
// the answer is marked as unfinished.
#pragma once

#include <chrono>
#include <optional>

#include "core/base/result.h"

namespace arenascope::service {

class TimeLimit {
public:
  explicit TimeLimit(double seconds) : seconds_(seconds), start_(Clock::now()) {}
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // The fraction of the time that has passed; 1: all of it.
  bool gone(double share = 1) const { return elapsed() >= share * seconds_; }

private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point start_;
};

// The fault of a given limit; absent if it is valid.
std::optional<Error> wrongLimit(const std::optional<double>& seconds);

} // namespace arenascope::service
