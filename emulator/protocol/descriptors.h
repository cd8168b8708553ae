// What the emulator is started with.
#pragma once

namespace arenascope::protocol {

inline constexpr int kChannelDescriptor = 3; // of its end of the channel
inline constexpr int kMemoryDescriptor = 4;  // of the machines' memory (GuestFile)
inline constexpr int kFirstOther = 5;        // none from here on is open

} // namespace arenascope::protocol
