// What holds for every run that the window starts, whichever part of it starts one: where results are kept, how far a
// run may go, and whether its memory accesses are watched. Remembered between runs of the program.
#pragma once

#include "emulator/session/profiler.h"

namespace arenascope::ui {

// What was chosen in What if for the model on screen alone: nothing in the toolbar shows it.
struct RunOverrides {
  profile::Planner planner = profile::Planner::kGreedy;
  std::uint64_t arenaBytes = 0; // 0: the smallest
  std::string tflm = profile::kCurrentTflm;

  bool operator==(const RunOverrides&) const = default;
};

void applyRunSettings(session::ProfileRequest& request);
// To run the model of a report again where it ran, with these settings.
session::ProfileRequest requestLike(const profile::Report& report);

// Numbers that make no sense any more are the default again.
profile::Limits chosenLimits();
void chooseLimits(const profile::Limits& limits);

bool watchesAccesses();
void watchAccesses(bool watch);

} // namespace arenascope::ui
