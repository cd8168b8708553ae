#include "core/runtime/arena.h"

#include <new>

#include "core/runtime/message.h"
#include "core/runtime/variant.h"

namespace arenascope::tflm {

std::uint8_t* alignedUp(std::uint8_t* address, std::size_t alignment) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  return reinterpret_cast<std::uint8_t*>((value + alignment - 1) & ~(alignment - 1));
}

std::uint8_t* alignedDown(std::uint8_t* address, std::size_t alignment) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  return reinterpret_cast<std::uint8_t*>(value & ~(alignment - 1));
}

} // namespace arenascope::tflm

namespace arenascope::runtime {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

Arena::Arena(std::uint8_t* start, std::uint8_t* end, const trace::Tracer& tracer)
    : sections_(start, end), tracer_(&tracer) {}

Arena* Arena::create(std::uint8_t* memory, std::size_t bytes, const trace::Tracer& tracer, bool recording) {
  std::uint8_t* start = recording ? memory : tflm::alignedUp(memory, tflm::kBufferAlignment);
  std::uint8_t* end = memory + bytes;
  if (start > end) start = end;
  Arena arena(start, end, tracer);
  void* place = arena.allocatePersistent(recording ? revision().sizes.recordingArena : revision().sizes.arena,
                                         alignof(Arena), Category::kAllocatorObjects);
  place = fitting(place, arena.tailBytes(), sizeof(Arena));
  return place == nullptr ? nullptr : new (place) Arena(arena);
}

void* Arena::refuse(Section section, std::size_t bytes) const {
  const std::size_t free = section == Section::kTail && sections_.tail > floor()
                               ? static_cast<std::size_t>(sections_.tail - floor())
                               : availableBytes(1);
  tracer_->emit(Event{.kind = EventKind::kRegionLost, .section = section, .bytes = bytes, .offset = free});
  const char* name = section == Section::kTail ? "persistent (tail)" : "temporary";
  (void)(Message() << "the arena is too small: " << name << " block of " << bytes << " bytes asked for, " << free
                   << " bytes free")
      .fail(*tracer_);
  return nullptr;
}

void* Arena::allocatePersistent(std::size_t bytes, std::size_t alignment, Category category, int index) {
  if (bytes > static_cast<std::size_t>(sections_.tail - floor())) return refuse(Section::kTail, bytes);
  std::uint8_t* block = sections_.persistentBlock(bytes, alignment);
  if (block < floor()) return refuse(Section::kTail, bytes);
  sections_.tail = block;
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kTail,
                      .category = category,
                      .index = index,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes,
                      .offset = tailBytes(),
                      .address = static_cast<std::uint64_t>(sections_.needed - sections_.start)});
  return block;
}

void* Arena::allocateTemp(std::size_t bytes, std::size_t alignment, Category category) {
  std::uint8_t* block = sections_.temporaryBlock(alignment);
  if (block > ceiling() || bytes > static_cast<std::size_t>(ceiling() - block)) return refuse(Section::kTemp, bytes);
  sections_.temp = block + bytes;
  if (category != Category::kTempZeroPoints) sections_.needed = sections_.temp;
  ++liveTemps_;
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kTemp,
                      .category = category,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes,
                      .offset = static_cast<std::uint64_t>(block - sections_.start)});
  return block;
}

void Arena::deallocateTemp(const void* block) {
  --liveTemps_;
  auto* start = sections_.start + (static_cast<const std::uint8_t*>(block) - sections_.start);
  if (start < sections_.needed) sections_.needed = start;
}

Status Arena::resetTemp() {
  if (liveTemps_ != 0) return (Message() << "internal: a temporary block was not given back").fail(*tracer_);
  sections_.resetTemp();
  tracer_->emit(Event{.kind = EventKind::kTempReset, .section = Section::kTemp, .offset = headBytes()});
  return Status::kOk;
}

Status Arena::resizeHead(std::size_t bytes, std::size_t alignment, Category category) {
  if (liveTemps_ != 0) return (Message() << "internal: the head cannot change under live blocks").fail(*tracer_);
  std::uint8_t* base = sections_.headBase(alignment);
  if (base > ceiling() || bytes > static_cast<std::size_t>(ceiling() - base)) {
    const std::size_t free = base > ceiling() ? 0 : static_cast<std::size_t>(ceiling() - base);
    tracer_->emit(Event{.kind = EventKind::kRegionLost, .section = Section::kHead, .bytes = bytes, .offset = free});
    return (Message() << "the arena is too small: the non-persistent section (head) needs " << bytes << " bytes, "
                      << free << " bytes are left below the tail")
        .fail(*tracer_);
  }
  sections_.setHead(base + bytes);
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kHead,
                      .category = category,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes});
  return Status::kOk;
}

std::size_t Arena::usedBytes() const { return sections_.usedBytes(); }

std::size_t Arena::availableBytes(std::size_t alignment) const {
  const std::uint8_t* low = sections_.temporaryBlock(alignment);
  const std::uint8_t* high = tflm::alignedDown(ceiling(), alignment);
  return high > low ? static_cast<std::size_t>(high - low) : 0;
}

} // namespace arenascope::runtime
