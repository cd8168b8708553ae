// What was shown before a zoom, so that it can be undone and done again.
#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "ui/charts/arena_layout.h"

namespace arenascope::ui {

struct ZoomState {
  AxisRange time;
  AxisRange bytes;

  bool operator==(const ZoomState& other) const {
    return time.first == other.time.first && time.last == other.time.last && bytes.first == other.bytes.first &&
           bytes.last == other.bytes.last;
  }
};

class ZoomHistory {
public:
  // Before a change: remembers what is shown. gesture: changes with the same number are undone as one; 0 stands alone.
  void remember(const ZoomState& shown, int gesture = 0) {
    forward_.clear();
    if (gesture != 0 && gesture == gesture_) return;
    gesture_ = gesture;
    back_.push_back(shown);
  }
  // The same for wheel, keys and drags: what follows each other closely, or belongs to one drag, is one step.
  void rememberOngoing(const ZoomState& shown) {
    const auto now = std::chrono::steady_clock::now();
    if (now - std::exchange(last_, now) > kGestureTime) beginGesture();
    remember(shown, ongoing_);
  }
  void beginGesture() { ++ongoing_; }
  // What to show instead of `shown`; nothing where there is no step left.
  std::optional<ZoomState> undo(const ZoomState& shown) { return step(back_, forward_, shown); }
  std::optional<ZoomState> redo(const ZoomState& shown) { return step(forward_, back_, shown); }
  void clear() { *this = {}; }

  bool canUndo() const { return !back_.empty(); }
  bool canRedo() const { return !forward_.empty(); }

private:
  std::optional<ZoomState> step(std::vector<ZoomState>& from, std::vector<ZoomState>& to, const ZoomState& shown) {
    gesture_ = 0;
    // A gesture may have ended where it began.
    while (!from.empty() && from.back() == shown) from.pop_back();
    if (from.empty()) return std::nullopt;
    const ZoomState state = from.back();
    from.pop_back();
    to.push_back(shown);
    return state;
  }

  static constexpr std::chrono::milliseconds kGestureTime{700};

  std::vector<ZoomState> back_;
  std::vector<ZoomState> forward_;
  int gesture_ = 0; // that was remembered last
  int ongoing_ = 1;
  std::chrono::steady_clock::time_point last_;
};

} // namespace arenascope::ui
