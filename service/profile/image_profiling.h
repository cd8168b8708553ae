// Profiles the interpreter in a user's firmware image, as it is.
#pragma once

#include "service/profile/image_engine.h"

namespace arenascope::service {

const ImageEngine& firmwareImages();

} // namespace arenascope::service
