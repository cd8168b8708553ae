// Firmware images from ELF files.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "emulator/binary/firmware_image.h"

namespace arenascope::machine {

// Fails where the file is missing or is not a 32-bit executable of that instruction set.
Result<FirmwareImage> loadFirmware(const std::filesystem::path& path, const isa::Format& format);

} // namespace arenascope::machine
