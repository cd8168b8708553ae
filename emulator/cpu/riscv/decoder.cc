#include "emulator/cpu/riscv/decoder.h"

#include "emulator/cpu/riscv/riscv.h"

namespace arenascope::riscv {

namespace {

constexpr std::uint32_t kStackPointer = 2;
constexpr std::uint8_t kFirstFloat = 32;

constexpr std::uint32_t bits(std::uint32_t word, int high, int low) { return word >> low & ((2U << (high - low)) - 1); }
constexpr std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << number; }
// Registers x8 to x15 of compressed instructions.
constexpr std::uint32_t shortRegister(std::uint32_t half, int low) { return 8 + bits(half, low + 2, low); }

Instruction loadTo(std::uint32_t target, std::uint32_t base, bool isFloat = false) {
  return {.op = Op::kLoad,
          .written = static_cast<std::uint8_t>(isFloat ? kFirstFloat + target : target),
          .read = bit(base)};
}
Instruction storeOf(std::uint32_t value, std::uint32_t base, bool isFloat = false) {
  return {.op = Op::kStore, .read = bit(base) | bit(isFloat ? kFirstFloat + value : value)};
}

Instruction floatOperation(std::uint32_t word) {
  const std::uint32_t function = bits(word, 31, 25);
  const bool divides = (function & 0x7C) == 0x0C || (function & 0x7C) == 0x2C;
  const bool fromInteger = (function & 0x7C) == 0x68 || (function & 0x7C) == 0x78;
  const std::uint32_t first = bits(word, 19, 15) + (fromInteger ? 0U : kFirstFloat);
  return {.op = divides ? Op::kFloatDivide : Op::kFloat, .read = bit(first) | bit(kFirstFloat + bits(word, 24, 20))};
}

Instruction ofWord(std::uint32_t word) {
  const std::uint32_t first = bits(word, 19, 15);
  const std::uint32_t second = bits(word, 24, 20);
  switch (word & 0x7F) {
  case 0x03: return loadTo(bits(word, 11, 7), first);
  case 0x07: return loadTo(bits(word, 11, 7), first, true);
  case 0x23: return storeOf(second, first);
  case 0x27: return storeOf(second, first, true);
  case 0x63: return {.op = Op::kBranch, .read = bit(first) | bit(second)};
  case 0x6F: return {.op = Op::kJump};
  case 0x67: return {.op = Op::kJump, .read = bit(first)};
  case 0x33: {
    const bool isMultiply = bits(word, 31, 25) == 1;
    const Op op = !isMultiply ? Op::kPlain : bits(word, 14, 12) >= 4 ? Op::kDivide : Op::kMultiply;
    return {.op = op, .read = bit(first) | bit(second)};
  }
  case 0x13: return {.read = bit(first)};
  case 0x43:
  case 0x47:
  case 0x4B:
  case 0x4F:
    return {.op = Op::kFloat,
            .read = bit(kFirstFloat + first) | bit(kFirstFloat + second) | bit(kFirstFloat + bits(word, 31, 27))};
  case 0x53: return floatOperation(word);
  default: return {};
  }
}

Instruction ofQuadrant0(std::uint32_t half) {
  const std::uint32_t base = shortRegister(half, 7);
  const std::uint32_t other = shortRegister(half, 2);
  switch (half >> 13) {
  case 0b000: return {.read = bit(kStackPointer)};
  case 0b010: return loadTo(other, base);
  case 0b011: return loadTo(other, base, true);
  case 0b110: return storeOf(other, base);
  case 0b111: return storeOf(other, base, true);
  default: return {};
  }
}

Instruction ofQuadrant1(std::uint32_t half) {
  switch (half >> 13) {
  case 0b000: return {.read = bit(bits(half, 11, 7))};
  case 0b001:
  case 0b101: return {.op = Op::kJump};
  case 0b100: {
    const std::uint32_t second = bits(half, 11, 10) == 3 ? shortRegister(half, 2) : 0;
    return {.read = bit(shortRegister(half, 7)) | bit(second)};
  }
  case 0b110:
  case 0b111: return {.op = Op::kBranch, .read = bit(shortRegister(half, 7))};
  default: return {};
  }
}

Instruction ofQuadrant2(std::uint32_t half) {
  const std::uint32_t first = bits(half, 11, 7);
  const std::uint32_t second = bits(half, 6, 2);
  switch (half >> 13) {
  case 0b000: return {.read = bit(first)};
  case 0b010: return loadTo(first, kStackPointer);
  case 0b011: return loadTo(first, kStackPointer, true);
  case 0b100:
    if (second == 0) return {.op = Op::kJump, .read = bit(first)};
    return {.read = bit(second) | (bits(half, 12, 12) != 0 ? bit(first) : 0)};
  case 0b110: return storeOf(second, kStackPointer);
  case 0b111: return storeOf(second, kStackPointer, true);
  default: return {};
  }
}

Instruction ofHalfword(std::uint32_t half) {
  switch (half & 3) {
  case 0: return ofQuadrant0(half);
  case 1: return ofQuadrant1(half);
  default: return ofQuadrant2(half);
  }
}

// Calls visit(first halfword, whole word) for each instruction; the upper half is zero for one of two bytes.
template <typename Visit>
void forEach(std::span<const std::uint8_t> code, Visit visit) {
  for (std::size_t at = 0; at + 2 <= code.size();) {
    const std::uint32_t first = halfwordAt(code, at);
    const std::uint32_t bytes = instructionBytes(first);
    visit(bytes, bytes == 4 ? first | halfwordAt(code, at + 2) << 16 : first);
    at += bytes;
  }
}

// Change of the stack pointer by an instruction.
std::int32_t stackStep(std::uint32_t bytes, std::uint32_t word) {
  const auto signedBits = [](std::uint32_t value, int count) {
    return static_cast<std::int32_t>(value << (32 - count)) >> (32 - count);
  };
  if (bytes == 4) // ADDI sp, sp, n
    return (word & 0xFFFFF) == 0x10113 ? signedBits(bits(word, 31, 20), 12) : 0;
  if ((word & 0xEF83) == 0x0101) // C.ADDI sp, n
    return signedBits(bits(word, 12, 12) << 5 | bits(word, 6, 2), 6);
  if ((word & 0xEF83) == 0x6101) // C.ADDI16SP
    return signedBits(bits(word, 12, 12) << 9 | bits(word, 4, 3) << 7 | bits(word, 5, 5) << 6 | bits(word, 2, 2) << 5 |
                          bits(word, 6, 6) << 4,
                      10);
  return 0;
}

} // namespace

std::vector<Instruction> decode(std::span<const std::uint8_t> code) {
  std::vector<Instruction> block;
  forEach(code, [&](std::uint32_t bytes, std::uint32_t word) {
    block.push_back(bytes == 4 ? ofWord(word) : ofHalfword(word));
  });
  return block;
}

std::uint32_t stackBytes(std::span<const std::uint8_t> code) {
  std::uint32_t down = 0;
  forEach(code, [&](std::uint32_t bytes, std::uint32_t word) {
    if (const std::int32_t step = stackStep(bytes, word); step < 0) down += static_cast<std::uint32_t>(-step);
  });
  return down;
}

std::uint32_t countInstructions(std::span<const std::uint8_t> code) {
  std::uint32_t count = 0;
  forEach(code, [&](std::uint32_t /*bytes*/, std::uint32_t /*word*/) { ++count; });
  return count;
}

} // namespace arenascope::riscv
