// Length of a search, counted in steps instead of time, so that every computer finds the same.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace arenascope::planner {

// Buffers, conflicts or operators examined: a few nanoseconds each.
using Steps = std::uint64_t;
inline constexpr Steps kNoEnd = std::numeric_limits<Steps>::max(); // until the search is complete

// Why a search ended: complete, out of steps, or stopped by the caller, which may happen at a different step each time.
enum class SearchEnd : std::uint8_t { kDone, kWork, kStopped };

class Effort {
public:
  Effort() = default;
  // stop: polled; ends the search early by returning true.
  explicit Effort(Steps most, std::function<bool()> stop = {}) : most_(most), stop_(std::move(stop)) {}

  // Counts steps; false: end the search.
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
  Steps nextLook_ = 0; // on the first call
  bool stopped_ = false;
};

} // namespace arenascope::planner
