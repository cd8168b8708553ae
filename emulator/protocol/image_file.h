// A firmware image to boot, whoever built it (emulator/elf/image_loader.h).
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "emulator/protocol/firmware_image.h"

namespace arenascope::protocol {

struct ImageFile {
  FirmwareImage image;
  std::string core;                // the target whose processor it was built for; empty where the file does not say
  std::string compiler = {};       // likewise
  std::uint32_t flashBase = 0;     // where the flash begins,
  std::vector<std::uint8_t> flash; // and what is in it, in one piece
  std::uint32_t vectorTable = 0;
  bool rp2040 = false;                // begins with that chip's boot loader,
  std::optional<FirmwareImage> rom{}; // and wants a boot ROM, which is not in the file: for who has it

  // Where the processor begins.
  std::uint32_t entry() const {
    constexpr std::uint32_t kResetVector = 4;
    const std::size_t at = vectorTable - flashBase + kResetVector;
    std::uint32_t handler = 0;
    if (at + sizeof(handler) <= flash.size()) std::memcpy(&handler, flash.data() + at, sizeof(handler));
    return handler & ~1U;
  }
  bool isFlash(std::uint32_t address) const { return address >= flashBase && address - flashBase < flash.size(); }
};

} // namespace arenascope::protocol
