// What a straight-line block costs on one processor core. Costs are computed once for each translation block and
// added each time it runs; what depends on the way taken is apart. The cores are in emulator/cpu.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace arenascope::cpu {

struct BlockCost {
  std::uint32_t instructions = 0; // those that a condition skips included
  std::uint32_t cycles = 0;       // with zero wait states, as if no branch at the end were taken
  std::int32_t takenCycles = 0;   // more, when execution goes on elsewhere than after the block; less, when negative
  std::uint32_t entryCycles = 0;  // more, when the block is reached by a taken branch
};

struct MissingInstruction {
  std::uint32_t address = 0;
  std::string what; // "a divide (it needs Armv7-M)"
};

// One processor core. Latencies do not reach from one block into the next.
class CycleModel {
public:
  virtual ~CycleModel() = default;

  // code: instructions from `address` to the end of the block.
  virtual BlockCost blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const = 0;
  // The first instruction of the code that the core does not have, though the emulator would execute it.
  virtual std::optional<MissingInstruction> findMissing(std::span<const std::uint8_t> code,
                                                        std::uint32_t address) const = 0;
};

} // namespace arenascope::cpu
