// Rules of TensorFlow Lite Micro's arena, for the interpreter core, which runs in one, and the host, which replays a
// run's events. The arena is used from both ends:
//
//   start                                                              end
//   | head (planned buffers) | temp → …   free   … ← tail (persistent) |
//
// This has addresses and sizes only; callers check whether something fits: the core strictly
// (core/interpreter/runtime/arena.h), the real interpreter less so (core/diagnosis/tflm_replay.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::tflm {

// alignment: a power of two.
constexpr std::int64_t alignedDown(std::int64_t address, std::size_t alignment) {
  return address & ~(static_cast<std::int64_t>(alignment) - 1);
}
constexpr std::int64_t alignedUp(std::int64_t address, std::size_t alignment) {
  return alignedDown(address + static_cast<std::int64_t>(alignment) - 1, alignment);
}
// The same for pointers; defined in core/interpreter/runtime/arena.cc.
std::uint8_t* alignedDown(std::uint8_t* address, std::size_t alignment);
std::uint8_t* alignedUp(std::uint8_t* address, std::size_t alignment);
constexpr std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Address: std::uint8_t* for real memory, std::int64_t for sizes only.
template <typename Address>
struct ArenaSections {
  Address start;
  Address end;
  Address head;   // end of the head section
  Address temp;   // end of the temporary section; at least head
  Address needed; // end of temporary memory that must not be overwritten
  Address tail;   // start of the persistent section

  constexpr ArenaSections(Address first, Address last)
      : start(first), end(last), head(first), temp(first), needed(first), tail(last) {}

  // Address of a block. Persistent blocks grow down and stay; temporary ones are stacked on the head, and freed
  // together.
  constexpr Address persistentBlock(std::size_t bytes, std::size_t alignment) const {
    return alignedDown(tail - static_cast<std::ptrdiff_t>(bytes), alignment);
  }
  constexpr Address temporaryBlock(std::size_t alignment) const { return alignedUp(temp, alignment); }
  constexpr Address headBase(std::size_t alignment) const { return alignedUp(start, alignment); }

  constexpr void setHead(Address last) { head = temp = needed = last; }
  constexpr void resetTemp() { temp = needed = head; }

  constexpr std::size_t headBytes() const { return static_cast<std::size_t>(head - start); }
  constexpr std::size_t tempBytes() const { return static_cast<std::size_t>(temp - start); } // including the head
  constexpr std::size_t tailBytes() const { return static_cast<std::size_t>(end - tail); }
  // arena_used_bytes()
  constexpr std::size_t usedBytes() const {
    return static_cast<std::size_t>((temp > head ? temp : head) - start) + tailBytes();
  }
  // Between temporary section and tail, both aligned; negative if they overlap.
  constexpr std::ptrdiff_t freeBytes(std::size_t alignment) const {
    return alignedDown(tail, alignment) - alignedUp(temp, alignment);
  }
};

} // namespace arenascope::tflm
