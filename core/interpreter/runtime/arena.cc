#include "core/interpreter/runtime/arena.h"

#include <new>

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/variant.h"

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
  const std::size_t own = recording ? sizes().recordingArena : sizes().arena;
  void* place = arena.allocatePersistent(own, alignof(Arena), Category::kAllocatorObjects);
  place = fitting(place, own, sizeof(Arena));
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

#ifdef ARENASCOPE_VARIANTS

void* Arena::allocatePersistent(std::size_t bytes, std::size_t alignment, Category category, int index) {
  const bool mirrors = category == Category::kBuiltinParams || category == Category::kKernelBuffer;
  if (category == Category::kKernelBuffer && persistentBeside()) return besideArena(bytes);
  const std::int32_t mirrored = mirrors ? mirroredBytes() : -1;
  if (mirrored < 0) return takePersistent(bytes, alignment, category, index);
  if (mirrored == 0) return besideArena(bytes);
  const auto own = static_cast<std::size_t>(mirrored);
  return fitting(takePersistent(own, alignment, category, index), own, bytes);
}

Status Arena::placePlan(std::size_t bytes) {
  const std::int64_t before = tflm::alignedUp(sections_.head, tflm::kBufferAlignment) - sections_.start;
  const std::uint8_t* end = tflm::alignedDown(sections_.tail, tflm::kBufferAlignment);
  const std::int64_t left = end - sections_.start - before;
  if (left < static_cast<std::int64_t>(bytes)) {
    tracer_->emit(Event{.kind = EventKind::kRegionLost,
                        .section = Section::kHead,
                        .bytes = bytes,
                        .offset = static_cast<std::uint64_t>(left < 0 ? 0 : left)});
    return (Message() << "the arena is too small: the planned buffers need " << bytes
                      << " bytes beside the requests for scratch buffers, " << static_cast<int>(left < 0 ? 0 : left)
                      << " bytes are left")
        .fail(*tracer_);
  }
  sections_.setHead(sections_.start + bytes);
  tracer_->emit(Event{.kind = EventKind::kAllocation,
                      .section = Section::kHead,
                      .category = Category::kPlan,
                      .alignment = tflm::kBufferAlignment,
                      .bytes = bytes,
                      .address = static_cast<std::uint64_t>(before)});
  return Status::kOk;
}

void* Arena::takePersistent(std::size_t bytes, std::size_t alignment, Category category, int index) {
#else
void* Arena::allocatePersistent(std::size_t bytes, std::size_t alignment, Category category, int index) {
#endif
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
  if constexpr (kHasVariants)
    if (beside()) return besideArena(bytes);
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
  if constexpr (kHasVariants)
    if (block < sections_.start || block >= sections_.end) return;
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
