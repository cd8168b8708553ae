// Address ranges common to every Cortex-M (Arm DDI 0403, B3.1), and those that boards add.
#pragma once

#include <cstdint>

namespace arenascope::cpu {

inline constexpr std::uint32_t kFirstRam = 0x10000000; // some parts have RAM on the code bus
inline constexpr std::uint32_t kRam = 0x20000000;
inline constexpr std::uint32_t kRegisters = 0x40000000;
inline constexpr std::uint64_t kRegistersBytes = 0x20000000;
inline constexpr std::uint32_t kOutside = 0x60000000; // external memory
inline constexpr std::uint8_t kErasedFlash = 0xFF;
inline constexpr std::uint32_t kPrivateBus = 0xE0000000;
inline constexpr std::uint64_t kPrivateBusBytes = 0x00100000;

} // namespace arenascope::cpu
