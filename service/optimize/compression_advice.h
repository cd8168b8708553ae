// Advice's line on compressed constants: flash instead of arena.
#pragma once

#include <string>

#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// Adds a suggestion, or the reason why there is nothing to gain, to the answer. request: the run that the advice is
// for. command: makes the change.
void adviseCompression(optimization::AdviceReport& answer, const ProfileRequest& request, const std::string& command,
                       engine::RunControl& control);

} // namespace arenascope::service
