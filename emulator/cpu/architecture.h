// What the emulated machine needs to know about an instruction set. Each has a folder next to this file; only the table
// of targets (emulator/engine/target.cc) names one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emulator/cpu/format.h"

namespace arenascope::cpu {

// Instructions whose time depends on their operands. Stopping the emulator at every instruction would be slow, so each
// is replaced by a branch to its own stub, which executes it and branches back. A stub is a block, and blocks are
// observed.
class TimedInstructions {
public:
  virtual ~TimedInstructions() = default;

  struct Stub {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t next = 0; // address after the stub
  };
  virtual std::vector<Stub> stubs() const = 0;
  // Size of all stubs.
  virtual std::uint64_t bytes() const = 0;
  // Patches branches into the firmware in `flash`, and writes the stubs to `stubs`.
  virtual void write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const = 0;
  // Unicorn's numbers of the registers read by the instruction of the stub at `address`.
  virtual std::array<int, 2> operands(std::uint32_t address) const = 0;
  // Cycles of that instruction with these operands, in addition to the cycle model's.
  virtual std::uint32_t cycles(std::uint32_t address, std::uint32_t first, std::uint32_t second) const = 0;
};

// Such an instruction at which the emulator has to stop instead, in code that must not be patched.
struct TimedInstruction {
  std::uint32_t address = 0;
  std::array<int, 2> operands{}; // Unicorn's numbers of the registers it reads
  bool isSigned = false;
};

struct Architecture {
  const Format* format;
  // Unicorn's constants: architecture, mode, registers.
  int engine;
  int mode;
  int programCounter;
  int stackPointer;
  int returnAddress;
  std::array<int, 4> arguments; // of a function, the first ones; its result is in the first of them
  // Number of instructions in the bytes.
  std::uint32_t (*countInstructions)(std::span<const std::uint8_t> code);
  // flashBase, stubBase: addresses of firmware and stubs.
  std::unique_ptr<TimedInstructions> (*timedInstructions)(std::span<const CodeRange> code, std::uint32_t flashBase,
                                                          std::uint32_t stubBase);

  // Timed instructions in a block of code; cycles of one with these operands, in addition to the cycle model's.
  std::vector<TimedInstruction> (*findTimed)(std::span<const std::uint8_t> code, std::uint32_t address);
  std::uint32_t (*timedCycles)(const TimedInstruction& instruction, std::uint32_t first, std::uint32_t second);

  // Bytes by which a block of instructions moves the stack pointer down, before it moves up again.
  std::uint32_t (*stackBytes)(std::span<const std::uint8_t> code);

  std::uint32_t addressOf(std::uint32_t pointer) const { return format->addressOf(pointer); }
};

} // namespace arenascope::cpu
