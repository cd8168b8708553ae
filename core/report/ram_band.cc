#include "core/report/ram_band.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::report {

namespace {

constexpr std::uint64_t kNear = 1U << 20;  // at most between two parts of one memory
constexpr std::uint64_t kStart = 1U << 16; // memories begin at multiples of it
constexpr std::uint64_t kPadding = 64;     // at most, between two sections

// Names in the linker scripts of vendors and C libraries.
constexpr std::array<std::string_view, 4> kStackTop = {"__StackTop", "_estack", "__stack", "_stackTop"};
constexpr std::array<std::string_view, 5> kStackLimit = {"__StackLimit", "__stack_limit", "__StackBottom", "_sstack",
                                                         "__stack_start__"};
constexpr std::array<std::string_view, 5> kStackBytes = {"_Min_Stack_Size", "__STACK_SIZE", "__stack_size__",
                                                         "STACK_SIZE", "Stack_Size"};
constexpr std::array<std::string_view, 6> kHeapBase = {"__HeapBase",   "__heap_start__", "_sheap",
                                                       "__heap_start", "_pvHeapStart",   "_heap_start"};
constexpr std::array<std::string_view, 6> kHeapLimit = {"__HeapLimit",  "__heap_end__", "_eheap",
                                                        "__heap_limit", "_pvHeapLimit", "_heap_end"};
constexpr std::array<std::string_view, 5> kHeapBytes = {"_Min_Heap_Size", "__HEAP_SIZE", "__heap_size__", "HEAP_SIZE",
                                                        "Heap_Size"};
// Objects that an operating system takes memory from.
constexpr std::array<std::string_view, 4> kHeapObjects = {"ucHeap", "kheap_", "z_malloc_heap", "_system_heap"};

template <std::size_t count>
std::optional<std::uint64_t> markOf(const RamContents& ram, const std::array<std::string_view, count>& names) {
  for (const std::string_view name : names)
    if (const auto found = ram.marks.find(std::string(name)); found != ram.marks.end()) return found->second;
  return std::nullopt;
}

bool contains(const std::string& name, std::string_view word) { return lowered(name).find(word) != std::string::npos; }

class Band {
public:
  Band(const Report& report, const RamContents& ram) : report_(report), firmware_(*report.firmware), ram_(ram) {}

  std::optional<RamBand> make();

private:
  bool chooseMemory();
  void findEnd();
  void placeSections();
  void placeStackAndHeap();
  void fillGaps();
  // Takes the bytes that a part has in others, which keep what is before and behind it.
  void carve(const RamPart& part);
  std::uint64_t largestArena();
  RamPart sectionPart(const RamPiece& section) const;
  bool isNear(std::uint64_t address) const { return address >= band_.begin && address <= last_ + kNear; }

  const Report& report_;
  const FirmwareReport& firmware_;
  const RamContents& ram_;
  RamBand band_;
  std::uint64_t last_ = 0; // end of the last section
  std::uint64_t top_ = 0;  // of the stack that the interpreter runs on; 0: not known
};

// Sections without a wide gap between them and the arena.
bool Band::chooseMemory() {
  const std::uint64_t arena = firmware_.arenaAddress;
  std::uint64_t first = arena;
  last_ = arena + firmware_.arenaBytes;
  bool any = false;
  for (bool grown = true; grown;) {
    grown = false;
    for (const RamPiece& section : ram_.sections) {
      if (section.address > last_ + kNear || section.end() + kNear < first) continue;
      any = true;
      grown = grown || section.address < first || section.end() > last_;
      first = std::min(first, section.address);
      last_ = std::max(last_, section.end());
    }
  }
  band_.begin = first / kStart * kStart;
  return any;
}

void Band::findEnd() {
  const std::uint64_t top = markOf(ram_, kStackTop).value_or(ram_.initialStack);
  const std::uint64_t heap = markOf(ram_, kHeapLimit).value_or(0);
  band_.end = last_;
  band_.endKnownBy = "the end of its last section";
  const auto take = [&](std::uint64_t end, const char* source) {
    if (!isNear(end) || end <= band_.end) return;
    band_.end = end;
    band_.endKnownBy = source;
  };
  take(heap, "the end of the heap in its linker script");
  take(ram_.initialStack, "the initial stack pointer");
  take(top, "the stack's start in its linker script");
  if (!report_.board || (isNear(ram_.initialStack) && ram_.initialStack > last_)) return;
  for (const hardware::MemoryRegion& region : report_.board->ram)
    if (band_.begin + region.bytes >= band_.end) {
      take(band_.begin + region.bytes, "the board's memory");
      return;
    }
}

RamPart Band::sectionPart(const RamPiece& section) const {
  RamPart part{section, section.zeroed ? RamUse::kZeroed : RamUse::kData};
  const bool heap = contains(section.name, "heap");
  const bool stack = contains(section.name, "stack");
  if (heap && stack)
    part.use = RamUse::kReserved;
  else if (heap)
    part.use = RamUse::kHeap;
  else if (stack)
    part.use = RamUse::kStack;
  return part;
}

void Band::carve(const RamPart& part) {
  if (part.bytes == 0) return;
  std::vector<RamPart> kept;
  for (const RamPart& old : band_.parts) {
    if (old.end() <= part.address || old.address >= part.end()) {
      kept.push_back(old);
      continue;
    }
    RamPart before = old;
    before.bytes = part.address - std::min(part.address, old.address);
    RamPart behind = old;
    behind.address = part.end();
    behind.bytes = old.end() - std::min(old.end(), part.end());
    if (before.bytes > 0) kept.push_back(before);
    if (behind.bytes > 0) kept.push_back(behind);
  }
  kept.push_back(part);
  std::sort(kept.begin(), kept.end(), [](const RamPart& a, const RamPart& b) { return a.address < b.address; });
  band_.parts = std::move(kept);
}

void Band::placeSections() {
  for (const RamPiece& section : ram_.sections)
    if (section.address >= band_.begin && section.end() <= band_.end) carve(sectionPart(section));
  for (const RamPiece& object : ram_.objects) {
    if (object.address < band_.begin || object.end() > band_.end) continue;
    const bool pool = std::any_of(kHeapObjects.begin(), kHeapObjects.end(),
                                  [&](std::string_view name) { return object.name.find(name) != std::string::npos; });
    if (pool) carve({object, RamUse::kHeap});
  }
  carve({{.name = "arena", .address = firmware_.arenaAddress, .bytes = firmware_.arenaBytes}, RamUse::kArena});
}

// The stack's start is the initial stack pointer, or the end of the object or section that holds its deepest byte.
void Band::placeStackAndHeap() {
  const std::uint64_t deepest = firmware_.deepestStack;
  const auto holding = [&](const std::vector<RamPiece>& pieces) {
    return std::find_if(pieces.begin(), pieces.end(),
                        [&](const RamPiece& piece) { return deepest > 0 && piece.holds(deepest); });
  };
  if (const auto object = holding(ram_.objects); object != ram_.objects.end()) {
    top_ = object->end();
    band_.stackReserved = object->bytes;
    carve({*object, RamUse::kStack});
  } else if (const auto section = holding(ram_.sections);
             section != ram_.sections.end() && contains(section->name, "stack")) {
    top_ = section->end();
    band_.stackReserved = section->bytes;
  } else {
    top_ = ram_.initialStack;
  }
  if (deepest > 0 && deepest < top_ && top_ - deepest < kNear) band_.stackSeen = top_ - deepest;
  if (firmware_.arenaAddress >= deepest && firmware_.arenaAddress + firmware_.arenaBytes <= top_ && band_.stackSeen > 0)
    band_.stackSeen -= std::min(band_.stackSeen, firmware_.arenaBytes); // a local array
  if (band_.stackReserved == 0 && top_ > band_.begin && top_ <= band_.end) {
    const std::uint64_t limit = markOf(ram_, kStackLimit).value_or(0);
    std::uint64_t reserved =
        limit >= band_.begin && limit < top_ ? top_ - limit : markOf(ram_, kStackBytes).value_or(0);
    if (reserved > top_ - band_.begin) reserved = 0;
    band_.stackReserved = reserved;
    const std::uint64_t bytes = std::max(reserved, band_.stackSeen);
    const std::uint64_t spare = std::min(bytes, top_ - std::min(top_, last_));
    if (top_ > last_) carve({{.name = "stack", .address = top_ - spare, .bytes = spare}, RamUse::kStack});
  }
  const std::uint64_t base = markOf(ram_, kHeapBase).value_or(last_);
  const std::uint64_t limit = markOf(ram_, kHeapLimit).value_or(0);
  const std::uint64_t first = std::max(base, last_);
  std::uint64_t stack = band_.end;
  for (const RamPart& part : band_.parts)
    if (part.use == RamUse::kStack && part.address >= first) stack = std::min(stack, part.address);
  RamPart heap{{.name = "heap", .address = first}, RamUse::kHeap};
  if (limit > first && limit <= band_.end) {
    heap.bytes = std::min(limit, stack) - std::min(first, stack);
    heap.yields = true;
  } else if (const auto bytes = markOf(ram_, kHeapBytes); bytes && first + *bytes <= stack) {
    heap.bytes = *bytes;
  }
  carve(heap);
}

void Band::fillGaps() {
  std::vector<RamPart> all;
  std::uint64_t at = band_.begin;
  for (const RamPart& part : band_.parts) {
    if (part.address > at) {
      const bool below = all.empty();
      const bool padding = part.address - at <= kPadding;
      RamPart gap{{.name = below     ? "below the first section"
                           : padding ? "alignment"
                                     : "free",
                   .address = at,
                   .bytes = part.address - at},
                  below || padding ? RamUse::kReserved : RamUse::kFree};
      gap.yields = gap.use == RamUse::kFree;
      all.push_back(gap);
    }
    all.push_back(part);
    at = part.end();
  }
  if (at < band_.end) {
    all.push_back({{.name = "free", .address = at, .bytes = band_.end - at}, RamUse::kFree, true});
  }
  band_.parts = std::move(all);
}

// The arena's bytes and the first room behind it: sections in between move up.
std::uint64_t Band::largestArena() {
  std::uint64_t spare = 0;
  bool behind = false;
  for (const RamPart& part : band_.parts) {
    behind = behind || part.use == RamUse::kArena;
    if (!behind) continue;
    if (part.yields) {
      spare += part.bytes;
    } else if (spare > 0) {
      band_.overStack = part.use == RamUse::kStack && band_.stackReserved == 0;
      break;
    }
  }
  return (firmware_.arenaBytes + spare) / kArenaStep * kArenaStep;
}

std::optional<RamBand> Band::make() {
  if (firmware_.arenaBytes == 0 || !chooseMemory()) return std::nullopt;
  findEnd();
  placeSections();
  placeStackAndHeap();
  fillGaps();
  band_.arenaGiven = firmware_.arenaBytes;
  if (report_.arena) band_.arenaNeeded = report_.arena->minimum;
  band_.arenaLargest = largestArena();
  band_.asked = firmware_.askedBytes;
  for (const RamPiece& object : ram_.objects)
    if (object.address >= band_.begin && object.end() <= band_.end && !object.holds(firmware_.arenaAddress))
      band_.objects.push_back(object);
  std::stable_sort(band_.objects.begin(), band_.objects.end(),
                   [](const RamPiece& a, const RamPiece& b) { return a.bytes > b.bytes; });
  return std::move(band_);
}

} // namespace

const char* ramUseName(RamUse use) {
  static constexpr std::array kNames = {"arena", "data", "bss", "heap", "stack", "reserved", "free"};
  return kNames[static_cast<std::size_t>(use)];
}

std::uint64_t RamBand::of(RamUse use) const {
  std::uint64_t bytes = 0;
  for (const RamPart& part : parts)
    if (part.use == use) bytes += part.bytes;
  return bytes;
}

std::optional<RamBand> ramBand(const Report& report) {
  if (!report.firmware || !report.firmware->ram) return std::nullopt;
  return Band(report, *report.firmware->ram).make();
}

std::vector<std::string> describe(const RamBand& band) {
  std::vector<std::string> lines;
  if (band.arenaNeeded == 0) return lines;
  if (band.toGiveBack() > 0)
    lines.push_back(fmt::format("Give back {}: the arena has {} and needs {}.", countedBytes(band.toGiveBack()),
                                grouped(band.arenaGiven), grouped(band.arenaNeeded)));
  if (band.arenaLargest < band.arenaNeeded)
    lines.push_back(fmt::format("No size works: the model needs {}, and RAM has room for {}.",
                                countedBytes(band.arenaNeeded), grouped(band.arenaLargest)));
  else
    lines.push_back(fmt::format("Sizes from {} to {} work: below them AllocateTensors() fails, above them {}.",
                                grouped(band.arenaNeeded), countedBytes(band.arenaLargest),
                                band.overStack ? "the stack overwrites variables, since none is reserved"
                                               : "the image does not link"));
  if (!band.asked) return lines;
  const std::uint64_t asked = *band.asked;
  if (asked < band.arenaNeeded)
    lines.push_back(
        fmt::format("{} fail: {} are missing in the arena.", countedBytes(asked), grouped(band.arenaNeeded - asked)));
  else if (asked > band.arenaLargest)
    lines.push_back(fmt::format("{} do not {}: {} are missing in RAM.", countedBytes(asked),
                                band.overStack ? "leave enough stack" : "link", grouped(asked - band.arenaLargest)));
  else
    lines.push_back(
        fmt::format("{} work, with {} left in RAM.", countedBytes(asked), grouped(band.arenaLargest - asked)));
  return lines;
}

std::string describe(const RamBand& band, const RamPart& part) {
  if (part.use == RamUse::kArena && band.arenaNeeded > 0)
    return fmt::format("arena, needs {}", grouped(band.arenaNeeded));
  if (part.use == RamUse::kStack && band.stackSeen > 0)
    return fmt::format("{}, at most {} seen", part.name, grouped(band.stackSeen));
  if (part.use == RamUse::kHeap && part.yields) return part.name + ", takes what is left";
  return part.name;
}

} // namespace arenascope::report
