// What is known of each translation block of the firmware, found by address with one array access.
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

// Places in the code where the host steps in.
enum Mark : std::uint8_t {
  kMarkTraceEvent = 1,
  kMarkKernelCall = 2,
  kMarkReturn = 4, // a watched call returns here
  kMarkInvoke = 8,
  kMarkTimed = 32,     // a stub of isa::TimedInstructions
  kMarkMissing = 16,   // the block has an instruction that the processor does not
  kMarkStage = 64,     // construction or allocation begins
  kMarkOperands = 128, // instructions whose time depends on their operands are in it
};

// Instructions in the low half, cycles in the high half, so that one addition accounts for both. Emptied long before
// either half is full. Cycles have a sign: what a predicted branch saves may come before what it is saved from.
using PackedCost = std::uint64_t;
constexpr PackedCost packCost(std::uint32_t instructions, std::int32_t cycles) {
  return static_cast<PackedCost>(static_cast<std::uint32_t>(cycles)) << 32 | instructions;
}
constexpr std::uint32_t instructionsOf(PackedCost cost) { return static_cast<std::uint32_t>(cost); }
constexpr std::int32_t cyclesOf(PackedCost cost) { return static_cast<std::int32_t>(cost >> 32); }

struct Block {           // all zero at first
  std::uint32_t key = 0; // the block's bytes; 0 while it is not decoded or the host has to step in
  std::uint8_t marks = 0;
  std::uint8_t entryCycles = 0;
  PackedCost cost = 0;
  PackedCost spent = 0; // in it since the last drain(), the way into it included
  // Where execution goes on when no branch is taken (low half), and the cycles more when one is (high half, as in a
  // PackedCost).
  std::uint64_t next = 0;
};

class BlockTable {
public:
  // code: the bytes at `base` and after; they stay in place.
  BlockTable(std::span<const std::uint8_t> code, std::uint32_t base, const cpu::CycleModel& model);

  // Code that is not there (in RAM, say), as it is when it first runs; empty where there is none.
  using ReadCode = std::function<std::span<const std::uint8_t>(std::uint32_t address, std::uint32_t bytes)>;
  void readElsewhere(ReadCode read) { elsewhere_ = std::move(read); }

  using IsTimed = std::function<bool(std::span<const std::uint8_t> code, std::uint32_t address)>;
  // From now on blocks of which this is true get kMarkOperands.
  void markTimed(IsTimed isTimed) { isTimed_ = std::move(isTimed); }
  bool holds(std::uint32_t address) const { return address >= base_ && (address - base_) >> 1 < slots_; }

  // What is looked at for every block, by value.
  struct Fast {
    Block* first = nullptr;
    std::uint32_t base = 0;
    std::uint32_t slots = 0;

    // The block that starts at `address` if it is known, has that many bytes and no marks; nullptr otherwise.
    Block* find(std::uint32_t address, std::uint32_t bytes) const {
      const std::uint32_t slot = (address - base) >> 1;
      if (slot >= slots) return nullptr;
      Block* block = first + slot;
      return block->key == bytes ? block : nullptr;
    }
  };
  Fast fast() { return {blocks_.get(), base_, slots_}; }
  // The same whatever it takes: decodes it, and cuts the same code in several ways where the emulator does.
  Block& at(std::uint32_t address, std::uint32_t bytes);
  void mark(std::uint32_t address, Mark mark);
  // A watched call returns there; until forgetReturns(), since a run must not know of the one before.
  void markReturn(std::uint32_t address);
  void forgetReturns();
  // A block outside the image that costs nothing, and after which execution goes on at `next`.
  void addStub(std::uint32_t address, std::uint32_t bytes, std::uint32_t next);
  // Calls take(address, spent) for each block that ran since the last time, and starts from zero again.
  template <typename Take>
  void drain(Take take) {
    for (const Known& known : known_)
      if (const PackedCost spent = known.block->spent; spent != 0) {
        take(known.address, spent);
        known.block->spent = 0;
      }
  }
  const cpu::CycleModel& model() const { return model_; }

private:
  struct Known {
    std::uint32_t address = 0; // for a stub, where execution goes on after it
    Block* block = nullptr;
  };

  Block cost(std::uint32_t address, std::uint32_t bytes);
  std::uint8_t marksOf(std::uint32_t address) const;
  std::span<const std::uint8_t> codeAt(std::uint32_t address, std::uint32_t bytes) const;

  std::uint32_t base_;
  std::uint32_t slots_;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  // By (address - base) / 2. Most are never looked at: pages that are not written to are not there.
  std::unique_ptr<Block[], Free> blocks_;
  std::span<const std::uint8_t> code_;
  const cpu::CycleModel& model_;
  IsTimed isTimed_;
  ReadCode elsewhere_;
  std::vector<Known> known_;                        // all that were decoded
  std::unordered_map<std::uint64_t, Block> others_; // by address and size: marked, of another size, or elsewhere
  std::unordered_map<std::uint32_t, std::uint8_t> marksElsewhere_;
  std::vector<std::uint32_t> returns_; // addresses with kMarkReturn
};

} // namespace arenascope::instrumentation
