// A device's times beside ours, as text and as JSON.
#pragma once

#include <string>

#include "core/calibration/calibration.h"

namespace arenascope::output {

// The result of the attempts, in a sentence or two.
std::string conclusionOf(const calibration::Calibration& calibration);
// The attempts as a table.
std::string attemptsText(const calibration::Calibration& calibration);
std::string toText(const calibration::Calibration& calibration, bool colour);
std::string toJson(const calibration::Calibration& calibration);

} // namespace arenascope::output
