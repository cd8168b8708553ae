// Where things lie on the board that QEMU is told to be, the MPS3 with Arm's AN547: all in its DDR memory, of which
// QEMU takes the bytes from the file that the program shares (emulator/protocol/guest_file.h). Of code the firmware's
// memory_mps3.ld says the same. Code is only executed where the processor's security attribution has secure memory.
#pragma once

#include <cstdint>

namespace arenascope::qemu {

inline constexpr std::uint32_t kMemoryBase = 0x60000000; // the file's first byte
inline constexpr std::uint64_t kMemoryBytes = std::uint64_t{2} << 30;
inline constexpr std::uint32_t kCodeBase = 0x70000000;
inline constexpr std::uint32_t kCodeBytes = 2U << 20;
// Where a processor waits for a run, and firmware goes when it has ended.
inline constexpr std::uint32_t kWaitingBase = 0x71000000;
inline constexpr std::uint32_t kStart = kWaitingBase | 1U; // in Thumb code, as the lowest bit says
inline constexpr std::uint32_t kRamBase = 0x72000000;
inline constexpr std::uint32_t kRamBytes = 512U << 10;
inline constexpr std::uint32_t kArenaBase = 0x80000000;
inline constexpr std::uint32_t kModelBase = 0xA0000000;

} // namespace arenascope::qemu
