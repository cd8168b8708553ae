// Profiles the interpreter in somebody's firmware image, as it is.
#pragma once

#include "emulator/session/profiler.h"

namespace arenascope::session {

// An ELF file, or flash contents by the name's ending.
bool isFirmwareImage(const std::filesystem::path& path);
// The target whose processor an image was built for; empty where it does not say, or cannot be read.
std::string coreOfImage(const std::filesystem::path& path);

// request.model: the image. Its target is used where the image does not say its processor.
Result<profile::Report> profileImage(const ProfileRequest& request, const ProfileObserver& observer,
                                     RunControl& control);

} // namespace arenascope::session
