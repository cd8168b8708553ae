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
  std::string core;                // target with the processor it was built for; empty if not known
  std::string compiler = {};       // empty if not known
  std::uint32_t flashBase = 0;     // start of flash
  std::vector<std::uint8_t> flash; // and its contents, contiguous
  std::uint32_t vectorTable = 0;
  bool rp2040 = false;                // starts with that chip's boot loader,
  std::optional<FirmwareImage> rom{}; // and needs a boot ROM, which the caller supplies

  // Address of the first instruction.
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
