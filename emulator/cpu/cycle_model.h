// Cost of a straight-line block on one processor core. It is computed once per translation block and added at each
// execution; costs that depend on the branch taken are separate. The cores are in emulator/cpu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace arenascope::cpu {

struct BlockCost {
  std::uint32_t instructions = 0; // including those that a condition skips
  std::uint32_t cycles = 0;       // with zero wait states, and no branch taken at the end
  std::int32_t takenCycles = 0;   // in addition, if execution continues elsewhere than after the block; may be negative
  std::uint32_t entryCycles = 0;  // in addition, if the block is reached by a taken branch
};

struct MissingInstruction {
  std::uint32_t address = 0;
  std::string what; // "a divide (it needs Armv7-M)"
};

// One processor core. Latencies do not extend from one block into the next.
class CycleModel {
public:
  virtual ~CycleModel() = default;

  // code: instructions from `address` to the end of the block.
  virtual BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const = 0;
  // Bytes of the code's first part. Code is cut where the emulator with the smallest pages ends its blocks, so that
  // what it costs, and in which function, is the same with larger ones. At least one instruction.
  virtual std::size_t partBytes(std::span<const std::uint8_t> code, std::uint32_t /*address*/) const {
    return code.size();
  }
  // The first instruction of the code that the core lacks, though the emulator would execute it.
  virtual std::optional<MissingInstruction> findMissing(std::span<const std::uint8_t> code,
                                                        std::uint32_t address) const = 0;
};

} // namespace arenascope::cpu
