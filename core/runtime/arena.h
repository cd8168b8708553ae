// The tensor arena: one block of memory used from both ends.
//
//   start                                                              end
//   | head (planned buffers) | temp → …   free   … ← tail (persistent) |
//
// Persistent blocks grow down from the end and stay. Temporary blocks lie on the head like a stack and go all at once.
// One difference from TensorFlow Lite Micro is deliberate: there, a tail block is checked against the head only and may
// overwrite temporary blocks that are still needed when the arena is a little too small. Here that is refused with a
// message. Blocks that were given back are not needed any more, and zero-point arrays on top of the temporary section
// are not either: kernels have taken what they need of them into the tensor's struct. The real interpreter works when
// those are overwritten, and so does this one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/runtime/layout.h"
#include "core/runtime/status.h"
#include "core/trace/tracer.h"

namespace arenascope::runtime {

std::uint8_t* alignUp(std::uint8_t* address, std::size_t alignment);
std::uint8_t* alignDown(std::uint8_t* address, std::size_t alignment);
constexpr std::size_t roundUp(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

class Arena {
public:
  // The bytes [start, end) of `memory`. alignments are powers of two; offsets in events count from `start` and `end`.
  Arena(std::uint8_t* start, std::uint8_t* end, const trace::Tracer& tracer);

  // Makes an arena object inside `memory` itself, at its end, as the interpreter does. The start is rounded up to 16
  // bytes unless recording is on. Answers nullptr when there is no room for it.
  static Arena* create(std::uint8_t* memory, std::size_t bytes, const trace::Tracer& tracer, bool recording);

  // Blocks that stay until the arena goes; nullptr (and a message) when there is no room. index: the operator that the
  // block is for, where the tracer's position does not say it.
  void* allocatePersistent(std::size_t bytes, std::size_t alignment, trace::Category category, int index = -1);

  void* allocateTemp(std::size_t bytes, std::size_t alignment, trace::Category category);
  // The temporary block that was allocated last, of those still in use, is not needed any more; its bytes come back
  // with the reset, or to persistent blocks that reach so far.
  void deallocateTemp(const void* block);
  // Gives all temporary bytes back. Refused while a temporary block is in use.
  Status resetTemp();

  // Sets the size of the head section. Refused while a temporary block is in use.
  Status resizeHead(std::size_t bytes, std::size_t alignment, trace::Category category);

  std::uint8_t* start() const { return start_; }
  std::size_t headBytes() const { return static_cast<std::size_t>(head_ - start_); }
  std::size_t tailBytes() const { return static_cast<std::size_t>(end_ - tail_); }
  std::size_t usedBytes() const;
  // Bytes between temp and tail when both are aligned.
  std::size_t availableBytes(std::size_t alignment) const;

private:
  void* refuse(trace::Section section, std::size_t bytes) const;

  std::uint8_t* start_;
  std::uint8_t* end_;
  std::uint8_t* head_;
  std::uint8_t* temp_;
  std::uint8_t* needed_; // end of what of the temporary section must not be overwritten
  std::uint8_t* tail_;
  const trace::Tracer* tracer_;
  std::uint32_t liveTemps_ = 0;
};
static_assert(sizeof(Arena) <= layout::kArena);

} // namespace arenascope::runtime
