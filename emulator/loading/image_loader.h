// Firmware images from disk: an ELF executable, or the bytes of the flash (.bin, Intel .hex, .uf2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/result.h"
#include "core/model/limits.h"
#include "emulator/binary/image_file.h"

namespace arenascope::image {

// By its first bytes, or its name's ending: .bin and .hex say nothing themselves.
bool isImage(const std::filesystem::path& path);

// base: where a .bin file begins in memory; found out from its own addresses where it is not given.
Result<ImageFile> loadImage(const std::filesystem::path& path, std::optional<std::uint32_t> base,
                            const profile::Limits& limits);

} // namespace arenascope::image
