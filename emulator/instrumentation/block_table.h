// Known translation blocks of the firmware, found by address with one array access.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/cpu/cycle_model.h"

namespace arenascope::instrumentation {

// Places in the code where the host intervenes.
enum Mark : std::uint8_t {
  kMarkTraceEvent = 1,
  kMarkKernelCall = 2,
  kMarkReturn = 4, // a watched call returns here
  kMarkInvoke = 8,
  kMarkTimed = 32,     // a stub of cpu::TimedInstructions
  kMarkMissing = 16,   // has an instruction that the processor lacks
  kMarkStage = 64,     // construction or allocation begins
  kMarkOperands = 128, // has instructions whose time depends on their operands
};

// Instructions in the low half, cycles in the high half, so that one addition counts both. Drained long before either
// half is full. Cycles are signed: the saving of a predicted branch may be counted before the cost it is saved from.
using PackedCost = std::uint64_t;
constexpr PackedCost packCost(std::uint32_t instructions, std::int32_t cycles) {
  return static_cast<PackedCost>(static_cast<std::uint32_t>(cycles)) << 32 | instructions;
}
constexpr std::uint32_t instructionsOf(PackedCost cost) { return static_cast<std::uint32_t>(cost); }
constexpr std::int32_t cyclesOf(PackedCost cost) { return static_cast<std::int32_t>(cost >> 32); }

struct Block {           // all zero initially
  std::uint32_t key = 0; // size in bytes; 0 if not decoded, or if the host has to intervene
  std::uint8_t marks = 0;
  std::uint8_t entryCycles = 0;
  PackedCost cost = 0;
  PackedCost spent = 0; // since the last drain(), including the way into the block
  // Address of the next block if no branch is taken (low half), and the extra cycles if one is (high half, as in
  // PackedCost).
  std::uint64_t next = 0;
};

class BlockTable {
public:
  // code: the bytes from `base` on; must not move.
  BlockTable(std::span<const std::uint8_t> code, std::uint32_t base, const cpu::CycleModel& model);

  // Reads code that is not in the image (in RAM, say) when it first runs; empty if there is none.
  using ReadCode = std::function<std::span<const std::uint8_t>(std::uint32_t address, std::uint32_t bytes)>;
  void readElsewhere(ReadCode read) { elsewhere_ = std::move(read); }

  using IsTimed = std::function<bool(std::span<const std::uint8_t> code, std::uint32_t address)>;
  // Blocks for which this is true get kMarkOperands.
  void markTimed(IsTimed isTimed) { isTimed_ = std::move(isTimed); }
  bool holds(std::uint32_t address) const { return address >= base_ && (address - base_) >> 1 < slots_; }

  // The fields that every block needs, by value.
  struct Fast {
    Block* first = nullptr;
    std::uint32_t base = 0;
    std::uint32_t slots = 0;

    // Where a block without marks that starts at `address` is once it is decoded: its key is its size then. nullptr
    // outside the image.
    Block* placeOf(std::uint32_t address) const {
      const std::uint32_t slot = (address - base) >> 1;
      return slot < slots ? first + slot : nullptr;
    }
    // The block that starts at `address` if it is known, has this size and no marks; otherwise nullptr.
    Block* find(std::uint32_t address, std::uint32_t bytes) const {
      Block* block = placeOf(address);
      return block != nullptr && block->key == bytes ? block : nullptr;
    }
  };
  Fast fast() { return {blocks_.get(), base_, slots_}; }
  // The same for any block: decodes it, and keeps several entries if the emulator cuts the same code differently.
  Block& at(std::uint32_t address, std::uint32_t bytes);
  void mark(std::uint32_t address, Mark mark);
  // Marks the return address of a watched call. Each run starts with forgetReturns().
  void markReturn(std::uint32_t address);
  void forgetReturns();
  // A block outside the image that costs nothing; execution continues at `next`.
  void addStub(std::uint32_t address, std::uint32_t bytes, std::uint32_t next);
  // Calls take(address, spent) for each block that ran since the last call, part by part (CycleModel::partBytes), and
  // resets the counts.
  template <typename Take>
  void drain(Take take) {
    for (const Known& known : known_)
      if (const PackedCost spent = known.block->spent; spent != 0) {
        PackedCost first = spent;
        for (const Part& part : known.laterParts) {
          const PackedCost later = part.cost * (instructionsOf(spent) / instructionsOf(known.block->cost));
          take(part.address, later);
          first -= later;
        }
        take(known.address, first);
        known.block->spent = 0;
      }
  }
  const cpu::CycleModel& model() const { return model_; }

private:
  struct Part {
    std::uint32_t address = 0;
    PackedCost cost = 0;
  };
  struct Known {
    std::uint32_t address = 0; // for a stub: the address after it
    Block* block = nullptr;
    std::vector<Part> laterParts;
  };
  struct Decoded {
    Block block;
    std::vector<Part> laterParts;
  };

  Decoded decode(std::uint32_t address, std::uint32_t bytes);
  std::uint8_t marksOf(std::uint32_t address) const;
  std::span<const std::uint8_t> codeAt(std::uint32_t address, std::uint32_t bytes) const;

  std::uint32_t base_;
  std::uint32_t slots_;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  // By (address - base) / 2. Most are never accessed, and their pages take no memory.
  std::unique_ptr<Block[], Free> blocks_;
  std::span<const std::uint8_t> code_;
  const cpu::CycleModel& model_;
  IsTimed isTimed_;
  ReadCode elsewhere_;
  std::vector<Known> known_; // all decoded blocks
  std::unordered_map<std::uint64_t, Block>
      others_; // by address and size: blocks with marks, of another size, or outside the image
  std::unordered_map<std::uint32_t, std::uint8_t> marksElsewhere_;
  std::vector<std::uint32_t> returns_; // addresses with kMarkReturn
};

} // namespace arenascope::instrumentation
