// Memory map of the board that QEMU emulates, the MPS3 with Arm's AN547: everything is in its DDR memory, which QEMU
// maps from the file shared with the client (emulator/protocol/guest_file.h). The firmware's memory_mps3.ld has the
// same addresses for code. Code runs only where the processor's security attribution has secure memory.
#pragma once

#include <cstdint>

namespace arenascope::qemu {

inline constexpr std::uint32_t kMemoryBase = 0x60000000; // the file's first byte
inline constexpr std::uint64_t kMemoryBytes = std::uint64_t{2} << 30;
inline constexpr std::uint32_t kCodeBase = 0x70000000;
inline constexpr std::uint32_t kCodeBytes = 2U << 20;
// Loop in which the processor waits for a run, and to which firmware returns.
inline constexpr std::uint32_t kWaitingBase = 0x71000000;
inline constexpr std::uint32_t kStart = kWaitingBase | 1U; // in Thumb state: lowest bit set
inline constexpr std::uint32_t kRamBase = 0x72000000;
inline constexpr std::uint32_t kRamBytes = 512U << 10;
inline constexpr std::uint32_t kArenaBase = 0x80000000;
inline constexpr std::uint32_t kModelBase = 0xA0000000;

} // namespace arenascope::qemu
