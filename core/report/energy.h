// Energy of an inference and time on a battery: an estimate from the power that a person gives, and the cycles.
#pragma once

#include <optional>
#include <string>

#include "core/report/report.h"

namespace arenascope::report {

struct Energy {
  double milliseconds = 0.0; // of an inference
  double millijoules = 0.0;  // for an inference
  // Over a period; absent if none is given, or an inference does not fit it.
  std::optional<double> averageMilliwatts = {};
  std::optional<double> batteryDays = {};
};

// Absent without power, or if the time of an inference is not known.
std::optional<Energy> energyOf(const Report& report);
// "2.31 mJ for an inference of 19.2 ms at 120 mW; one every 1,000 ms: 7.21 mW on average, 8.67 days on 1,500 mWh. An
// estimate from the given power." Empty without energy.
std::string describeEnergy(const Report& report);

} // namespace arenascope::report
