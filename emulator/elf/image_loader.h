// Firmware images from disk: an ELF executable, or the bytes of the flash (.bin, Intel .hex, .uf2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "emulator/protocol/image_file.h"

namespace arenascope::elf {

// By its first bytes, or its name's ending: .bin and .hex say nothing themselves.
bool isImage(const std::filesystem::path& path);

// base: where a .bin file begins in memory; found out from its own addresses where it is not given.
Result<protocol::ImageFile> loadImage(const std::filesystem::path& path, std::optional<std::uint32_t> base,
                                      const arenascope::Limits& limits);

} // namespace arenascope::elf
