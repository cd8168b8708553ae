// The kernel set that an image's interpreter has.
#pragma once

#include "service/profile/profiler.h"

namespace arenascope::service {

// Of the target's own kernel sets, the one with which the model needs most nearly as much persistent memory as in the
// image; empty: the target's default.
std::string kernelsLike(const report::Report& image, const ProfileRequest& request, engine::RunControl& control);

} // namespace arenascope::service
