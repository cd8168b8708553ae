// Power of a device, as its user gives it: the program measures none.
#pragma once

#include <optional>

namespace arenascope::hardware {

struct PowerUse {
  double activeMilliwatts = 0.0;         // during an inference
  double sleepMilliwatts = 0.0;          // between two
  std::optional<double> periodMs = {};   // from the start of an inference to the next one's
  std::optional<double> batteryMwh = {}; // in milliwatt hours
};

} // namespace arenascope::hardware
