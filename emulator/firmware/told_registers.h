// Exported registers for an engine that does not give them: stored at watched calls and after a fault, before the block
// that the engine observes (told_registers.cc).
#pragma once

#include <cstdint>

namespace arenascope::firmware {

struct ToldRegisters {
  std::uint32_t arguments[4]; // r0 to r3; after a call the result is in the first
  std::uint32_t stackPointer;
  std::uint32_t returnAddress;  // where the end of a watched call is seen
  std::uint32_t programCounter; // of a fault
};

} // namespace arenascope::firmware
