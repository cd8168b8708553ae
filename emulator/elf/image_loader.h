// Firmware images from disk: an ELF executable, or the bytes of the flash (.bin, Intel .hex, .uf2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "emulator/protocol/image_file.h"

namespace arenascope::elf {

// Recognised by the first bytes, or by the extension: .bin and .hex have no signature.
bool isImage(const std::filesystem::path& path);

// base: start address of a .bin file; if absent, derived from pointers in it.
Result<protocol::ImageFile> loadImage(const std::filesystem::path& path, std::optional<std::uint32_t> base,
                                      const arenascope::Limits& limits);

} // namespace arenascope::elf
