// Profiles the interpreter in somebody's firmware image, as it is.
#pragma once

#include "emulator/session/profiler.h"

namespace arenascope::session {

// request.model: the image. Its target is used where the image does not say its processor.
Result<profile::Report> profileImage(const ProfileRequest& request, const ProfileObserver& observer,
                                     RunControl& control);

} // namespace arenascope::session
