// The tensor arena (SingleArenaBufferAllocator): one block of memory used from both ends, by the rules of
// core/interpreter/tflm/arena_rules.h. One difference from TensorFlow Lite Micro is deliberate: it checks a tail block
// against the head only, which in an arena slightly too small overwrites temporary blocks still in use. Here this is
// refused with a message. Released blocks may be overwritten, and so may zero-point arrays on top of the temporary
// section, since kernels have copied what they need into the tensor's struct. The real interpreter works in these
// cases, and so does this one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/tflm/arena_rules.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

// With two arenas: limits of one section whose neighbour lies elsewhere.
struct ArenaBounds {
  std::uint8_t* persistentStart;
  std::uint8_t* nonPersistentEnd;
};

// Bounds exist on hosts only. Firmware has one arena, and its instruction counts are results.
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
  // The bytes [start, end). alignments: powers of two; offsets in events are relative to `start` and `end`.
  Arena(std::uint8_t* start, std::uint8_t* end, const trace::Tracer& tracer);

  // Constructs an arena object at the end of `memory`, as the interpreter does. The start is rounded up to 16 bytes
  // unless recording is on. nullptr if there is no space for it.
  static Arena* create(std::uint8_t* memory, std::size_t bytes, const trace::Tracer& tracer, bool recording);

  // Two blocks of memory instead of one (PersistentArenaBufferAllocator and NonPersistentArenaBufferAllocator), each
  // 16-byte aligned. Only on hosts.
  static Arena* createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                          const trace::Tracer& tracer);

  // A block that lives as long as the arena; nullptr, with a message, if it does not fit. index: the operator it is
  // for, unless that is the tracer's position.
  void* allocatePersistent(std::size_t bytes, std::size_t alignment, trace::Category category, int index = -1);

  void* allocateTemp(std::size_t bytes, std::size_t alignment, trace::Category category);
  // Releases the last allocated temporary block still in use; its bytes are available after a reset, or to persistent
  // blocks that extend to it.
  void deallocateTemp(const void* block);
  // Frees all temporary memory. Refused while a temporary block is in use.
  Status resetTemp();

  // Sets the size of the head section. Refused while a temporary block is in use.
  Status resizeHead(std::size_t bytes, std::size_t alignment, trace::Category category);

#ifdef ARENASCOPE_VARIANTS
  // Places the planned buffers as in revisions before tflm::kOnePlan: they must fit next to the head's present content,
  // although they replace it.
  Status placePlan(std::size_t bytes);
  // While set, temporary blocks are allocated outside the arena. For all arenas.
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
  // Bytes between temp and tail, both aligned.
  std::size_t availableBytes(std::size_t alignment) const;

private:
  // Lower limit of the persistent section, and upper limit of the others.
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
