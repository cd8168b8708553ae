// Thumb instructions as cycle models see them: their kind, registers read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::thumb {

enum class Op : std::uint8_t {
  kData, // arithmetic, logic, shifts, moves, extensions, bit fields, the DSP extension's parallel instructions
  kNop,
  kIfThen,
  kMultiply, // 32-bit result
  kMultiplyAdd,
  kLongMultiply, // 64-bit result
  kLongMultiplyAdd,
  kDspMultiply, // 16-bit and dual multiplications, most significant word multiplications
  kDivide,
  kLoad,
  kStore,
  kLoadMultiple, // LDM and POP
  kStoreMultiple,
  kLoadPair, // LDRD
  kStorePair,
  kBranch, // to a fixed address
  kCall,   // BL
  kCompareBranch,
  kBranchRegister, // BX, BLX, or any other move to the program counter
  kTableBranch,
  kSystem, // MRS, MSR, barriers
  // Floating point
  kFloat, // add, compare, convert, absolute value, …
  kFloatMultiply,
  kFloatFused, // multiply with accumulate, chained or fused
  kFloatDivide,
  kFloatSquareRoot,
  kFloatMove, // within the unit, or between it and core registers
  kFloatLoad,
  kFloatStore,
  kFloatLoadMultiple,
  kFloatStoreMultiple,
  // Armv8.1-M: hardware loops, and vectors of 128 bits
  kLoopStart,
  kLoopEnd,
  kVectorPredicate, // VCTP, VPST
  kVector,          // arithmetic, logic, shifts, moves
  kVectorMultiply,
  kVectorMultiplyAcross, // products accumulated in core registers
  kVectorLoad,
  kVectorStore,
  kVectorGather,
  kVectorScatter,
};

// Kinds of kData, where cores differ.
enum class Work : std::uint8_t {
  kSimple,
  kShifted,  // with a shifted operand, or a rotated constant
  kBitField, // extensions, bit fields, reversals, leading zeros
  kPacked,   // the DSP extension: parallel, saturating, packing, extend and add
};

// Bits 0 to 15 are core registers, bits 32 to 63 single-precision registers; a double is two of these.
using Registers = std::uint64_t;
inline constexpr Registers kProgramCounter = 1U << 15;

struct Instruction {
  Op op = Op::kData;
  Work work = Work::kSimple;
  std::uint8_t bytes = 2;
  std::uint8_t transfers = 0;  // registers loaded or stored; a double counts twice
  bool conditional = false;    // in an IT block, or a conditional branch
  bool writesPc = false;       // ends the block through a register or memory, without being a branch
  bool registerOffset = false; // the address is the sum of two registers
  bool doublePrecision = false;
  bool setsFlags = false;
  bool narrow = false; // loads or stores bytes or halfwords
  Registers reads = 0;
  Registers writes = 0;
  Registers address = 0;    // of those read, the address registers of a load or store
  std::uint32_t at = 0;     // its own address
  std::uint32_t target = 0; // of a branch to a fixed address

  bool isLong() const { return bytes == 4; }
  // A 32-bit instruction with its halves in different words.
  bool liesAcrossWords() const { return isLong() && at % 4 == 2; }
  // Of one register, or of one double.
  bool isLoad() const { return op == Op::kLoad || op == Op::kFloatLoad; }
  bool isStore() const { return op == Op::kStore || op == Op::kFloatStore; }
  // To an address in the instruction, a register or a table; includes calls.
  bool isBranch() const { return op >= Op::kBranch && op <= Op::kTableBranch; }
  bool isVector() const { return op >= Op::kVectorPredicate; }
  bool isFloatArithmetic() const { return op >= Op::kFloat && op <= Op::kFloatSquareRoot; }
};

// Number of Thumb instructions in the bytes.
std::uint32_t countInstructions(std::span<const std::uint8_t> code);

class Decoder {
public:
  // vectors: decode Armv8.1-M's instructions (vectors.h), whose encodings mean something else on other cores.
  explicit Decoder(bool vectors);
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // code: from `address` to the end of a block. Unknown instructions decode as kData.
  std::vector<Instruction> decode(std::span<const std::uint8_t> code, std::uint32_t address) const;

private:
  bool vectors_;
  std::size_t handle_ = 0;
};

} // namespace arenascope::thumb
