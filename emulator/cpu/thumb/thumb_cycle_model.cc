#include "emulator/cpu/thumb/thumb_cycle_model.h"

#include <algorithm>

#include "emulator/cpu/thumb/thumb.h"

namespace arenascope::thumb {

std::int32_t refillAfter(const Instruction& last, const BranchRefill& refill) {
  switch (last.op) {
  case Op::kBranch:
  case Op::kCompareBranch:
  case Op::kCall: return refill.direct;
  case Op::kBranchRegister: return refill.indirect;
  default: return last.writesPc ? refill.loaded : 0;
  }
}

Registers lateOperands(const Instruction& instruction) {
  switch (instruction.op) {
  case Op::kMultiplyAdd:
  case Op::kLongMultiplyAdd:
  case Op::kDspMultiply:
  case Op::kFloatFused:
  case Op::kVectorMultiply:
  case Op::kVectorMultiplyAcross: return instruction.reads & instruction.writes;
  case Op::kStore:
  case Op::kVectorStore: return instruction.reads & ~instruction.address;
  default: return 0;
  }
}

BlockCost ThumbCycleModel::blockCost(std::span<const std::uint8_t> code, std::uint32_t address) const {
  const std::vector<Instruction> block = decoder_.decode(code, address);
  BlockCost result;
  if (!block.empty()) result = cost(block);
  result.instructions = countInstructions(code);
  return result;
}

// Pages of 1 KiB. An instruction across two of them is a part of its own.
std::size_t ThumbCycleModel::partBytes(std::span<const std::uint8_t> code, std::uint32_t address) const {
  constexpr std::uint32_t kPageBytes = 1024;
  const std::size_t left = kPageBytes - address % kPageBytes;
  std::size_t bytes = 0;
  while (bytes < std::min(left, code.size())) {
    const std::size_t next = bytes + instructionBytes(halfwordAt(code, bytes));
    if (next > left && bytes > 0) break;
    bytes = next;
  }
  return std::min(bytes, code.size());
}

} // namespace arenascope::thumb
