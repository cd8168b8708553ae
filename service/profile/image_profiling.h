// Profiles the interpreter in a user's unchanged firmware image.
#pragma once

#include "service/profile/image_engine.h"

namespace arenascope::service {

const ImageEngine& firmwareImages();

} // namespace arenascope::service
