// How long a search goes on: counted in steps, not in time, so that it finds the same on every computer.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace arenascope::planner {

// A buffer, a conflict or an operator that is looked at: a few nanoseconds.
using Steps = std::uint64_t;
inline constexpr Steps kNoEnd = std::numeric_limits<Steps>::max(); // until everything is known

// Why a search ended: everything was known, the steps were used up, or it was asked to stop, which can be at another
// step each time.
enum class SearchEnd : std::uint8_t { kDone, kWork, kStopped };

class Effort {
public:
  Effort() = default;
  // stop: asked now and then whether to end before the steps are used up.
  explicit Effort(Steps most, std::function<bool()> stop = {}) : most_(most), stop_(std::move(stop)) {}

  // Notes what was done; whether to go on.
  bool spend(Steps steps) {
    spent_ += steps;
    if (spent_ >= nextLook_) look();
    return !ended();
  }
  bool ended() const { return stopped_ || spent_ >= most_; }
  SearchEnd end() const { return stopped_ ? SearchEnd::kStopped : ended() ? SearchEnd::kWork : SearchEnd::kDone; }
  Steps spent() const { return spent_; }

private:
  static constexpr Steps kBetweenLooks = 1'000'000; // a few milliseconds

  void look() {
    nextLook_ = spent_ + kBetweenLooks;
    if (!stopped_ && stop_ && spent_ < most_) stopped_ = stop_();
  }

  Steps most_ = kNoEnd;
  std::function<bool()> stop_;
  Steps spent_ = 0;
  Steps nextLook_ = 0; // at once
  bool stopped_ = false;
};

} // namespace arenascope::planner
