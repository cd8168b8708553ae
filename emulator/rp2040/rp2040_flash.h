// Start of the RP2040's flash (RP2040 datasheet, 2.8).
#pragma once

#include <cstdint>
#include <span>

namespace arenascope::rp2040 {

inline constexpr std::uint32_t kFlash = 0x10000000;
inline constexpr std::uint32_t kLoaderBytes = 256; // second-stage boot loader, before the vector table
inline constexpr const char* kRomName = "rp2040-rom";

// Whether the image starts with a boot loader that the chip's ROM accepts: its last word is the checksum of the others.
bool hasLoader(std::span<const std::uint8_t> flash);

} // namespace arenascope::rp2040
