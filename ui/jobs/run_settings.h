// What holds for every run that the window starts, whichever part of it starts one: where results are kept, how far a
// run may go, and whether its memory accesses are watched. Remembered between runs of the program.
#pragma once

#include <QString>

#include "service/profile/profiler.h"

namespace arenascope::ui {

// What was chosen in What if for the model on screen alone: nothing in the toolbar shows it.
struct RunOverrides {
  report::Planner planner = report::Planner::kGreedy;
  std::uint64_t arenaBytes = 0; // 0: the smallest
  std::string tflm = report::kCurrentTflm;
  std::string quantize = {};           // as in ProfileRequest; empty: the model as it is
  std::vector<std::string> place = {}; // regions of the board, as arguments of --place: "weights=DTCM"

  bool operator==(const RunOverrides&) const = default;
};

void applyRunSettings(service::ProfileRequest& request);
// Places of what the request's board has a region for; others and those of a firmware image are left out.
std::vector<std::string> placesOn(const service::ProfileRequest& request, const std::vector<std::string>& places);
// Of a request with a board that has these regions.
void applyPlaces(service::ProfileRequest& request, const std::vector<std::string>& places);
// The places of a request, as arguments of --place.
std::vector<std::string> placesOf(const service::ProfileRequest& request);
// To run the model of a report again where it ran, with these settings. A model that was found in a firmware image is
// run by our own interpreter, with the kernels that its processor has by default.
service::ProfileRequest requestLike(const report::Report& report);
// Whether both are of one model, and ran on the same: what was found for one holds for the other.
bool sameRun(const report::Report& a, const report::Report& b);

// Numbers that make no sense any more are the default again.
arenascope::Limits chosenLimits();
void chooseLimits(const arenascope::Limits& limits);

bool watchesAccesses();
void watchAccesses(bool watch);
// Why the accesses of such a run cannot be watched; empty where they can.
QString whyNotWatched(const service::ProfileRequest& request);

} // namespace arenascope::ui
