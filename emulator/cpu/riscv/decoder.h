// RISC-V instructions as a pipeline sees them. Encodings: the RISC-V Instruction Set Manual, Volume I, version
// 20191213, chapters 16 (compressed) and 24 (listings).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::riscv {

enum class Op : std::uint8_t {
  kPlain, // arithmetic, and whatever is not named
  kLoad,
  kStore,
  kBranch, // conditional
  kJump,   // JAL, JALR and their short forms
  kMultiply,
  kDivide,
  kFloat,       // additions, multiplications, conversions, moves
  kFloatDivide, // and square roots
};

struct Instruction {
  Op op = Op::kPlain;
  std::uint8_t written = 0; // register that a load writes: 32 and more are floating-point ones; 0: none
  std::uint64_t read = 0;   // a bit for each register that is read
};

std::vector<Instruction> decode(std::span<const std::uint8_t> code);

// Bytes by which the stack pointer goes down in a block.
std::uint32_t stackBytes(std::span<const std::uint8_t> code);

std::uint32_t countInstructions(std::span<const std::uint8_t> code);

} // namespace arenascope::riscv
