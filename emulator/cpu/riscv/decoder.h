// RISC-V instructions as a pipeline sees them. Encodings: the RISC-V Instruction Set Manual, Volume I, version
// 20191213, chapters 16 (compressed) and 24 (listings).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::riscv {

enum class Op : std::uint8_t {
  kPlain, // arithmetic, and anything else
  kLoad,
  kStore,
  kBranch, // conditional
  kJump,   // JAL, JALR and their compressed forms
  kMultiply,
  kDivide,
  kFloat,       // additions, multiplications, conversions, moves
  kFloatDivide, // including square roots
};

struct Instruction {
  Op op = Op::kPlain;
  std::uint8_t written = 0; // register written by a load: from 32 on floating-point; 0: none
  std::uint64_t read = 0;   // a bit per register read
};

std::vector<Instruction> decode(std::span<const std::uint8_t> code);

// Bytes by which a block moves the stack pointer down.
std::uint32_t stackBytes(std::span<const std::uint8_t> code);

std::uint32_t countInstructions(std::span<const std::uint8_t> code);

} // namespace arenascope::riscv
