// Where firmware leaves its registers for an engine that does not tell them: at the calls that are watched, and after a
// fault. Written before the block that the engine looks at (told_registers.cc).
#pragma once

#include <cstdint>

namespace arenascope::firmware {

struct ToldRegisters {
  std::uint32_t arguments[4]; // r0 to r3; after a call its result comes in the first of them
  std::uint32_t stackPointer;
  std::uint32_t returnAddress;  // of a watched call, where its end is seen
  std::uint32_t programCounter; // of a fault
};

} // namespace arenascope::firmware
