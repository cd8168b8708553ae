// Firmware images from ELF files.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "emulator/protocol/firmware_image.h"

namespace arenascope::elf {

// Fails if the file is missing or is not a 32-bit executable of this instruction set.
Result<protocol::FirmwareImage> loadFirmware(const std::filesystem::path& path, const cpu::Format& format);

} // namespace arenascope::elf
