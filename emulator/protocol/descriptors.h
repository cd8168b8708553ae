// File descriptors that a worker is started with.
#pragma once

namespace arenascope::protocol {

inline constexpr int kChannelDescriptor = 3; // its end of the socket pair
inline constexpr int kMemoryDescriptor = 4;  // the machines' memory (GuestFile)
inline constexpr int kFirstOther = 5;        // from here on all are closed

} // namespace arenascope::protocol
