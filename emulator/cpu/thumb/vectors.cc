#include "emulator/cpu/thumb/vectors.h"

namespace arenascope::thumb {

namespace {

constexpr std::uint32_t kLinkRegister = 14;

Registers core(std::uint32_t number) { return number < 15 ? Registers{1} << number : 0; }
// A vector register is four single-precision ones.
Registers vector(std::uint32_t number) { return Registers{0xF} << (32 + 4 * (number & 7)); }

// Register fields that most instructions have in the same bits: destination and two sources.
Registers qd(std::uint32_t second) { return vector(second >> 13); }
Registers qn(std::uint32_t first) { return vector((first >> 1) & 7); }
Registers qm(std::uint32_t second) { return vector((second >> 1) & 7); }

// Hardware loops with a count in the link register: DLS and WLS start one, LE ends an iteration; DLSTP, WLSTP and LETP
// also predicate the last iteration. VCTP makes a predicate from a count.
std::optional<Instruction> loop(std::uint32_t first, std::uint32_t second) {
  if ((first & 0xFF80) != 0xF000) return std::nullopt;
  Instruction result{.op = Op::kLoopStart, .bytes = 4};
  if ((second & 0xF801) == 0xE801) {
    result.op = Op::kVectorPredicate;
    result.reads = core(first & 0xF);
  } else if ((second & 0xF801) == 0xE001) {
    result.reads = core(first & 0xF);
    result.writes = core(kLinkRegister);
  } else if ((second & 0xF001) == 0xC001) {
    const bool end = (first & 0xF) == 0xF;
    result.op = end ? Op::kLoopEnd : Op::kLoopStart;
    result.conditional = true;
    result.writesPc = true;
    result.reads = core(end ? kLinkRegister : first & 0xF);
    result.writes = core(kLinkRegister);
  } else {
    return std::nullopt;
  }
  return result;
}

// VLDR and VSTR, of one vector, contiguous, gather or scatter; VLD2, VLD4 and their stores are one part of an
// interleaved access.
Instruction memory(std::uint32_t first, std::uint32_t second) {
  const bool loads = (first & 0x10) != 0;
  const bool writesBack = (first & 0x120) == 0x120 || (first & 0x120) == 0x020;
  const bool gathers = (first & 0x0100) == 0 && (second & 0x1000) == 0;
  Instruction result{.op = gathers ? loads ? Op::kVectorGather : Op::kVectorScatter
                           : loads ? Op::kVectorLoad
                                   : Op::kVectorStore,
                     .bytes = 4,
                     .transfers = 4};
  result.address = core(first & 0xF);
  if (gathers) result.address |= qm(second);
  result.reads = result.address;
  (loads ? result.writes : result.reads) |= qd(second);
  if (writesBack) result.writes |= core(first & 0xF);
  return result;
}

Instruction arithmetic(std::uint32_t first, std::uint32_t second) {
  Instruction result{.op = Op::kVector, .bytes = 4};
  if ((first & 0xFFBF) == 0xFE31 && (second & 0x1F1F) == 0x0F0D) { // VPST, and VPNOT
    result.op = Op::kVectorPredicate;
    return result;
  }
  // VMLADAV and similar, and VADDV: lanes summed in core registers.
  if ((first & 0xEF80) == 0xEE80 && (second & 0x0E10) == 0x0E00 && (first & 0x0070) == 0x0070) {
    result.op = Op::kVectorMultiplyAcross;
    result.writes = core((second >> 12) & 0xE);
    result.reads = result.writes | qn(first) | qm(second);
    return result;
  }
  result.writes = qd(second);
  result.reads = qn(first) | qm(second);
  const bool withScalar = (first & 0xEF80) == 0xEE00 && (second & 0x0040) != 0 && (second & 0x0010) == 0;
  if (withScalar) result.reads = qn(first) | core(second & 0xF);
  const bool multiplies =
      ((first & 0xEF00) == 0xEF00 && ((second & 0x0F10) == 0x0910 || (second & 0x0F00) == 0x0B00 ||
                                      (second & 0x0F00) == 0x0C00 || (second & 0x0F00) == 0x0D00)) ||
      ((first & 0xEF01) == 0xEE01 && (second & 0x0F00) == 0x0E00);
  if (multiplies) {
    result.op = Op::kVectorMultiply;
    result.reads |= result.writes; // of those that accumulate
  }
  return result;
}

} // namespace

std::optional<Instruction> decodeVector(std::uint32_t first, std::uint32_t second, std::uint32_t address) {
  std::optional<Instruction> result = loop(first, second);
  const bool vectorSpace = (second & 0x0E00) == 0x0E00;
  if (!result && (first & 0xEE00) == 0xEC00 && vectorSpace) result = memory(first, second);
  if (!result && ((first & 0xEF00) == 0xEF00 || ((first & 0xEF00) == 0xEE00 && vectorSpace)))
    result = arithmetic(first, second);
  if (result) result->at = address;
  return result;
}

} // namespace arenascope::thumb
