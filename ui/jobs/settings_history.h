// What the model on screen was run with before, so that a change of settings can be undone and done again.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/jobs/run_settings.h"

namespace arenascope::ui {

struct ShownSettings {
  QString target;
  QString kernels;
  QString board; // its name; empty: none
  RunOverrides overrides;

  bool operator==(const ShownSettings&) const = default;
};

class SettingsHistory {
public:
  // They are on screen now: those of the step that was asked for, or others, after which nothing can be done again.
  void show(const ShownSettings& settings) {
    if (!steps_.empty() && steps_[now_] == settings) return;
    if (!steps_.empty()) steps_.resize(now_ + 1);
    steps_.push_back(settings);
    now_ = steps_.size() - 1;
  }
  // Nothing came of a step that was asked for: these are still on screen.
  void stay(const ShownSettings& settings) {
    if (steps_.empty() || steps_[now_] == settings) return;
    for (const std::size_t at : {now_ + 1, now_ - 1})
      if (at < steps_.size() && steps_[at] == settings) now_ = at;
  }
  // What to run with instead; nothing where there is no step left.
  std::optional<ShownSettings> undo() { return canUndo() ? std::optional(steps_[--now_]) : std::nullopt; }
  std::optional<ShownSettings> redo() { return canRedo() ? std::optional(steps_[++now_]) : std::nullopt; }
  void clear() { *this = {}; }

  bool canUndo() const { return now_ > 0; }
  bool canRedo() const { return now_ + 1 < steps_.size(); }

private:
  std::vector<ShownSettings> steps_;
  std::size_t now_ = 0;
};

} // namespace arenascope::ui
