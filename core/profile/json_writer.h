// The report as JSON, schema "arenascope.profile.1".
#pragma once

#include <string>

#include "core/profile/report.h"

namespace arenascope::profile {

// Pretty-printed, with a newline at the end. Text that is not UTF-8 (names in hostile files) is replaced.
std::string toJson(const Report& report);

} // namespace arenascope::profile
