// A placement for a person, and as JSON.
#pragma once

#include <string>

#include "core/optimization/placement_report.h"

namespace arenascope::output {

inline constexpr const char* kPlacementSchema = "arenascope.placement.1";

// "3,141,592 cycles instead of 4,000,000 (-21.5 %)".
std::string describePlacement(const optimization::PlacementReport& report);
std::string toText(const optimization::PlacementReport& report, bool colour);
std::string toJson(const optimization::PlacementReport& report);

} // namespace arenascope::output
