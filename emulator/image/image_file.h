// A firmware image from disk, whoever built it: an ELF executable, or the bytes of the flash (.bin, Intel .hex, .uf2).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/model/limits.h"
#include "emulator/machine/firmware_image.h"

namespace arenascope::image {

struct ImageFile {
  machine::FirmwareImage image;
  std::string core;                // the target whose processor it was built for; empty where the file does not say
  std::uint32_t flashBase = 0;     // where the flash begins,
  std::vector<std::uint8_t> flash; // and what is in it, in one piece
  std::uint32_t vectorTable = 0;
  bool rp2040 = false;                         // begins with that chip's boot loader,
  std::optional<machine::FirmwareImage> rom{}; // and wants a boot ROM, which is not in the file: for who has it

  // Where the processor begins.
  std::uint32_t entry() const;
  bool isFlash(std::uint32_t address) const { return address >= flashBase && address - flashBase < flash.size(); }
};

// By its first bytes, or its name's ending: .bin and .hex say nothing themselves.
bool isImage(const std::filesystem::path& path);

// base: where a .bin file begins in memory; found out from its own addresses where it is not given.
Result<ImageFile> loadImage(const std::filesystem::path& path, std::optional<std::uint32_t> base,
                            const profile::Limits& limits);

} // namespace arenascope::image
