// What the emulator is started with.
#pragma once

namespace arenascope::protocol {

inline constexpr int kChannelDescriptor = 3; // of its end of the channel
inline constexpr int kMemoryDescriptor = 4;  // of the machines' memory (GuestFile)
inline constexpr int kFirstOther = 5;        // none from here on is open

// Where QEMU's processor begins: in Thumb code, as the lowest bit says, that waits for the first run (emulator/qemu).
inline constexpr unsigned kQemuStart = 0x71000001;

} // namespace arenascope::protocol
