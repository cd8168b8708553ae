// What the emulated machine must know of an instruction set. Each set has a folder beside this file; only the table of
// targets (emulator/engine/target.cc) names one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emulator/cpu/format.h"

namespace arenascope::cpu {

// Instructions whose time depends on their operands. Asking the emulator to stop at every instruction would be slow, so
// each of them becomes a branch to a stub of its own, which executes it and branches back. A stub is a block, and
// blocks are seen.
class TimedInstructions {
public:
  virtual ~TimedInstructions() = default;

  struct Stub {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t next = 0; // where execution goes on
  };
  virtual std::vector<Stub> stubs() const = 0;
  // Bytes that all stubs take.
  virtual std::uint64_t bytes() const = 0;
  // Puts branches into the firmware in `flash` and the stubs into `stubs`.
  virtual void write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const = 0;
  // Unicorn's numbers of the registers that the instruction whose stub is at `address` reads,
  virtual std::array<int, 2> operands(std::uint32_t address) const = 0;
  // and its cycles with these values, beside what the cycle model counts.
  virtual std::uint32_t cycles(std::uint32_t address, std::uint32_t first, std::uint32_t second) const = 0;
};

// One of them, where the emulator is told to stop at it still: in code that must stay as it is.
struct TimedInstruction {
  std::uint32_t address = 0;
  std::array<int, 2> operands{}; // Unicorn's numbers of the registers that it reads
  bool isSigned = false;
};

struct Architecture {
  const Format* format;
  // Of Unicorn: architecture, mode, and numbers of registers.
  int engine;
  int mode;
  int programCounter;
  int stackPointer;
  int returnAddress;
  std::array<int, 4> arguments; // a function's first ones; its result comes in the first of them
  // How many instructions the bytes hold.
  std::uint32_t (*countInstructions)(std::span<const std::uint8_t> code);
  // flashBase, stubBase: where the firmware and the stubs lie.
  std::unique_ptr<TimedInstructions> (*timedInstructions)(std::span<const CodeRange> code, std::uint32_t flashBase,
                                                          std::uint32_t stubBase);

  // Those in a block of code, and the cycles of one with these values, beside what the cycle model counts.
  std::vector<TimedInstruction> (*findTimed)(std::span<const std::uint8_t> code, std::uint32_t address);
  std::uint32_t (*timedCycles)(const TimedInstruction& instruction, std::uint32_t first, std::uint32_t second);

  // Bytes by which the stack pointer goes down in a block of instructions, before it comes up again.
  std::uint32_t (*stackBytes)(std::span<const std::uint8_t> code);

  std::uint32_t addressOf(std::uint32_t pointer) const { return format->addressOf(pointer); }
};

} // namespace arenascope::cpu
