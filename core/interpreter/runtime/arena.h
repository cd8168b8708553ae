// The tensor arena (SingleArenaBufferAllocator): one block of memory used from both ends, by the rules of
// core/interpreter/tflm/arena_rules.h. One difference from TensorFlow Lite Micro is deliberate: there, a tail block is
// checked against the head only and may overwrite temporary blocks that are still needed when the arena is a little too
// small. Here that is refused with a message. Blocks that were given back are not needed any more, and zero-point
// arrays on top of the temporary section are not either: kernels have taken what they need of them into the tensor's
// struct. The real interpreter works when those are overwritten, and so does this one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/tflm/arena_rules.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

// Of two arenas, what one section must not reach where the other lies elsewhere.
struct ArenaBounds {
  std::uint8_t* persistentStart;
  std::uint8_t* nonPersistentEnd;
};

// Who may have bounds: hosts. Firmware has one arena, and its instruction counts are results.
template <bool kMayHave>
struct WithBounds {
  void setBounds(const ArenaBounds* bounds) { bounds_ = bounds; }
  const ArenaBounds* bounds_ = nullptr;
};
template <>
struct WithBounds<false> {
  void setBounds(const ArenaBounds* /*bounds*/) {}
  static constexpr const ArenaBounds* bounds_ = nullptr;
};

class Arena : private WithBounds<sizeof(void*) == 8> {
public:
  // The bytes [start, end) of `memory`. alignments are powers of two; offsets in events count from `start` and `end`.
  Arena(std::uint8_t* start, std::uint8_t* end, const trace::Tracer& tracer);

  // Makes an arena object inside `memory` itself, at its end, as the interpreter does. The start is rounded up to 16
  // bytes unless recording is on. Answers nullptr when there is no room for it.
  static Arena* create(std::uint8_t* memory, std::size_t bytes, const trace::Tracer& tracer, bool recording);

  // Two blocks of memory instead of one (PersistentArenaBufferAllocator and NonPersistentArenaBufferAllocator), each
  // 16-byte aligned. Only on a host.
  static Arena* createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                          const trace::Tracer& tracer);

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

#ifdef ARENASCOPE_VARIANTS
  // The planned buffers as revisions before tflm::kOnePlan place them: there must be room for them beside what the head
  // has before, though they take its place.
  Status placePlan(std::size_t bytes);
  // While it is set, temporary blocks are not in the arena. Of whichever arena there is.
  static bool& beside() {
    static bool value = false;
    return value;
  }
#else
  static constexpr bool beside() { return false; }
#endif

  std::uint8_t* start() const { return sections_.start; }
  std::size_t headBytes() const { return sections_.headBytes(); }
  std::size_t tailBytes() const { return sections_.tailBytes(); }
  std::size_t usedBytes() const;
  // Bytes between temp and tail when both are aligned.
  std::size_t availableBytes(std::size_t alignment) const;

private:
  // Down to where the persistent section may grow, and up to where the others may.
  std::uint8_t* floor() const { return bounds_ != nullptr ? bounds_->persistentStart : sections_.needed; }
  std::uint8_t* ceiling() const { return bounds_ != nullptr ? bounds_->nonPersistentEnd : sections_.tail; }
  void* refuse(trace::Section section, std::size_t bytes) const;
#ifdef ARENASCOPE_VARIANTS
  void* takePersistent(std::size_t bytes, std::size_t alignment, trace::Category category, int index);
#endif

  tflm::ArenaSections<std::uint8_t*> sections_;
  const trace::Tracer* tracer_;
  std::uint32_t liveTemps_ = 0;
};
static_assert(sizeof(Arena) <= tflm::kOwnSizes.arena);

} // namespace arenascope::runtime
