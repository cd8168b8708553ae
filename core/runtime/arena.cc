#include "core/runtime/arena.h"

#include <new>

#include "core/runtime/message.h"

namespace arenascope::runtime {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

std::uint8_t* alignUp(std::uint8_t* address, std::size_t alignment) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  return reinterpret_cast<std::uint8_t*>((value + alignment - 1) & ~(alignment - 1));
}

std::uint8_t* alignDown(std::uint8_t* address, std::size_t alignment) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  return reinterpret_cast<std::uint8_t*>(value & ~(alignment - 1));
}

Arena::Arena(std::uint8_t* start, std::uint8_t* end, const trace::Tracer& tracer)
    : start_(start), end_(end), head_(start), temp_(start), needed_(start), tail_(end), tracer_(&tracer) {}

Arena* Arena::create(std::uint8_t* memory, std::size_t bytes, const trace::Tracer& tracer, bool recording) {
  std::uint8_t* start = recording ? memory : alignUp(memory, layout::kBufferAlignment);
  std::uint8_t* end = memory + bytes;
  if (start > end) start = end;
  Arena arena(start, end, tracer);
  void* place = arena.allocatePersistent(recording ? layout::kRecordingArena : layout::kArena, alignof(Arena),
                                         Category::kAllocatorObjects);
  return place == nullptr ? nullptr : new (place) Arena(arena);
}

void* Arena::refuse(Section section, std::size_t bytes) const {
  const std::size_t free =
      section == Section::kTail && tail_ > needed_ ? static_cast<std::size_t>(tail_ - needed_) : availableBytes(1);
  tracer_->emit(Event{.kind = EventKind::kRegionLost, .section = section, .bytes = bytes, .offset = free});
  const char* name = section == Section::kTail ? "persistent (tail)" : "temporary";
  (void)(Message() << "the arena is too small: " << name << " block of " << bytes << " bytes asked for, " << free
                   << " bytes free")
      .fail(*tracer_);
  return nullptr;
}

void* Arena::allocatePersistent(std::size_t bytes, std::size_t alignment, Category category, int index) {
  if (bytes > static_cast<std::size_t>(tail_ - needed_)) return refuse(Section::kTail, bytes);
  std::uint8_t* block = alignDown(tail_ - bytes, alignment);
  if (block < needed_) return refuse(Section::kTail, bytes);
  tail_ = block;
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kTail,
                      .category = category,
                      .index = index,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes,
                      .offset = tailBytes(),
                      .address = static_cast<std::uint64_t>(needed_ - start_)});
  return block;
}

void* Arena::allocateTemp(std::size_t bytes, std::size_t alignment, Category category) {
  std::uint8_t* block = alignUp(temp_, alignment);
  if (block > tail_ || bytes > static_cast<std::size_t>(tail_ - block)) return refuse(Section::kTemp, bytes);
  temp_ = block + bytes;
  if (category != Category::kTempZeroPoints) needed_ = temp_;
  ++liveTemps_;
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kTemp,
                      .category = category,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes,
                      .offset = static_cast<std::uint64_t>(block - start_)});
  return block;
}

void Arena::deallocateTemp(const void* block) {
  --liveTemps_;
  auto* start = start_ + (static_cast<const std::uint8_t*>(block) - start_);
  if (start < needed_) needed_ = start;
}

Status Arena::resetTemp() {
  if (liveTemps_ != 0) return (Message() << "internal: a temporary block was not given back").fail(*tracer_);
  temp_ = head_;
  needed_ = head_;
  tracer_->emit(Event{.kind = EventKind::kTempReset, .section = Section::kTemp, .offset = headBytes()});
  return Status::kOk;
}

Status Arena::resizeHead(std::size_t bytes, std::size_t alignment, Category category) {
  if (liveTemps_ != 0) return (Message() << "internal: the head cannot change under live blocks").fail(*tracer_);
  std::uint8_t* base = alignUp(start_, alignment);
  if (base > tail_ || bytes > static_cast<std::size_t>(tail_ - base)) {
    const std::size_t free = base > tail_ ? 0 : static_cast<std::size_t>(tail_ - base);
    tracer_->emit(Event{.kind = EventKind::kRegionLost, .section = Section::kHead, .bytes = bytes, .offset = free});
    return (Message() << "the arena is too small: the non-persistent section (head) needs " << bytes << " bytes, "
                      << free << " bytes are left below the tail")
        .fail(*tracer_);
  }
  head_ = base + bytes;
  temp_ = head_;
  needed_ = head_;
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kHead,
                      .category = category,
                      .alignment = static_cast<std::uint32_t>(alignment),
                      .bytes = bytes});
  return Status::kOk;
}

std::size_t Arena::usedBytes() const {
  const std::uint8_t* top = temp_ > head_ ? temp_ : head_;
  return static_cast<std::size_t>(top - start_) + tailBytes();
}

std::size_t Arena::availableBytes(std::size_t alignment) const {
  const std::uint8_t* low = alignUp(temp_, alignment);
  const std::uint8_t* high = alignDown(tail_, alignment);
  return high > low ? static_cast<std::size_t>(high - low) : 0;
}

} // namespace arenascope::runtime
