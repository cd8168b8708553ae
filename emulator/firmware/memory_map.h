// Memory map of the emulated microcontroller; emulator/firmware/memory.ld has the same addresses. Address 0 is not
// mapped, so that a null pointer causes a fault.
#pragma once

#include <cstdint>

namespace arenascope::firmware {

inline constexpr std::uint32_t kFlashBase = 0x08000000;
inline constexpr std::uint32_t kFlashBytes = 2U << 20;
// Instructions that the host adds to the firmware (cpu::TimedInstructions).
inline constexpr std::uint32_t kStubBase = kFlashBase + kFlashBytes;
inline constexpr std::uint32_t kRamBase = 0x20000000;
inline constexpr std::uint32_t kRamBytes = 512U << 10;
inline constexpr std::uint32_t kArenaBase = 0x21000000;
// Mapped size in an engine that is kept between runs, however large a run's arena is: unmapping makes it visit each
// page, and a new engine would translate everything again.
inline constexpr std::uint64_t kArenaCapacity = std::uint64_t{64} << 20;
inline constexpr std::uint32_t kModelBase = 0x60000000;
// System registers (floating-point access control among them), mapped as plain memory.
inline constexpr std::uint32_t kPrivateBusBase = 0xE0000000;
inline constexpr std::uint32_t kPrivateBusBytes = 1U << 20;

inline constexpr std::uint32_t kPageBytes = 4096;

} // namespace arenascope::firmware
