// A static library of a user's TensorFlow Lite Micro.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "emulator/elf/arm_attributes.h"

namespace arenascope::elf {

struct LibraryFile {
  ArmAttributes attributes; // of the first object file
  std::string hash;         // SHA-256 of the whole file
};

// Fails if the file is not an archive of object files for Arm Cortex-M.
Result<LibraryFile> readLibrary(const std::filesystem::path& path);

} // namespace arenascope::elf
