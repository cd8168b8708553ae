#include "core/diagnosis/tflm_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text_format.h"
#include "core/report/arena_analysis.h"

namespace arenascope::diagnosis {

using report::kArenaStep;
using report::Report;
using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

// Made with placement new at whatever address the allocation answered.
bool isUnchecked(const Event& event) {
  return event.category == Category::kAllocatorObjects || event.category == Category::kPlanner ||
         event.category == Category::kResourceVariables;
}

// Addresses count from a multiple of 16.
class Replay {
public:
  Replay(const Report& report, const ArenaPlace& place)
      : report_(report), sections_(tflm::alignedUp(place.misalignment, kArenaStep),
                                   static_cast<std::int64_t>(place.misalignment + place.bytes)) {}

  ArenaOutcome run() {
    for (std::size_t i = 0; i < report_.allocations.size(); ++i)
      if (!step(i, report_.allocations[i])) return outcome_;
    return outcome_;
  }

private:
  // False where TFLM goes no further. The first thing that goes wrong is kept.
  bool step(std::size_t index, const Event& event) {
    if (event.kind == EventKind::kTempReset) {
      sections_.resetTemp();
      return true;
    }
    const auto bytes = static_cast<std::int64_t>(event.bytes);
    const std::size_t alignment = event.alignment;
    if (event.category == Category::kPlannerWorkspace) return plan(index, alignment);
    switch (event.section) {
    case Section::kTail: return persistent(index, event, bytes, alignment);
    case Section::kTemp: return temporary(index, bytes, alignment);
    case Section::kHead: break;
    }
    const std::int64_t base = sections_.headBase(alignment);
    const std::int64_t left = sections_.tail - base;
    if (left < bytes) return refuse(index, bytes, left, bytes - left, ArenaFate::kRefused);
    sections_.setHead(base + bytes);
    return true;
  }

  bool persistent(std::size_t index, const Event& event, std::int64_t bytes, std::size_t alignment) {
    const std::int64_t block = sections_.persistentBlock(event.bytes, alignment);
    const std::int64_t missing = sections_.head - block;
    if (missing > 0)
      return refuse(index, bytes, bytes - missing, missing,
                    isUnchecked(event) ? ArenaFate::kNullPointer : ArenaFate::kRefused);
    sections_.tail = block;
    if (block < sections_.start + static_cast<std::int64_t>(event.address)) note(index, ArenaFate::kOverwrites);
    return true;
  }

  // The room is a difference of two addresses without a sign: where they have passed each other it is very large.
  bool temporary(std::size_t index, std::int64_t bytes, std::size_t alignment) {
    const std::int64_t block = sections_.temporaryBlock(alignment);
    const std::int64_t left = sections_.tail - block;
    if (left >= 0 && left < bytes) return refuse(index, bytes, left, bytes - left, ArenaFate::kRefused);
    sections_.temp = block + bytes;
    if (left < 0 && bytes > 0)
      note(index, sections_.temp > sections_.end ? ArenaFate::kOutside : ArenaFate::kOverwrites);
    return true;
  }

  bool plan(std::size_t index, std::size_t alignment) {
    const std::int64_t block = sections_.temporaryBlock(alignment);
    const std::int64_t left = sections_.freeBytes(alignment);
    const auto needed =
        static_cast<std::int64_t>(report::plannerWorkspace(report_.allocations, report_.buffers.size()));
    if (left < 0) {
      if (needed > 0) note(index, block + needed > sections_.end ? ArenaFate::kOutside : ArenaFate::kOverwrites);
    } else if (left < needed) {
      refuse(index, needed, left, needed - left, ArenaFate::kRefused);
      outcome_.refusal->mostBuffers =
          static_cast<std::uint32_t>(left / static_cast<std::int64_t>(tflm::kPlannerRecord));
      return false;
    }
    sections_.temp = block + std::max<std::int64_t>(left, 0);
    return true;
  }

  void note(std::size_t index, ArenaFate fate) {
    if (outcome_.fate != ArenaFate::kWorks) return;
    outcome_.fate = fate;
    outcome_.event = index;
  }

  bool refuse(std::size_t index, std::int64_t requested, std::int64_t available, std::int64_t missing, ArenaFate fate) {
    note(index, fate);
    outcome_.refusal.emplace();
    outcome_.refusal->event = index;
    outcome_.refusal->requested = static_cast<std::uint32_t>(requested);
    outcome_.refusal->available = static_cast<std::uint32_t>(available);
    outcome_.refusal->missing = static_cast<std::uint32_t>(missing);
    return false;
  }

  const Report& report_;
  tflm::ArenaSections<std::int64_t> sections_;
  ArenaOutcome outcome_;
};

const char* sectionWords(const Event& event) {
  switch (event.section) {
  case Section::kHead: return "Failed to resize buffer.";
  case Section::kTail: return "Failed to allocate tail memory.";
  case Section::kTemp: break;
  }
  return "Failed to allocate temp memory.";
}

} // namespace

ArenaOutcome replayInTflm(const Report& report, const ArenaPlace& place) { return Replay(report, place).run(); }

std::string tflmMessage(const Report& report, const ArenaOutcome& outcome) {
  if (!outcome.refusal) return {};
  const ArenaRefusal& refusal = *outcome.refusal;
  if (refusal.mostBuffers) return fmt::format("Too many buffers (max is {})", *refusal.mostBuffers);
  return fmt::format("{} Requested: {}, available {}, missing: {}", sectionWords(report.allocations[refusal.event]),
                     refusal.requested, refusal.available, refusal.missing);
}

std::string describeOutcome(const Report& report, const ArenaOutcome& outcome) {
  if (outcome.works()) return "works";
  const Event& event = report.allocations[outcome.event];
  const std::string where =
      "while " + report::describeStep(report, event) + ", at " + run::categoryText(event.category);
  switch (outcome.fate) {
  case ArenaFate::kRefused: return "fails " + where;
  case ArenaFate::kNullPointer: return "fails " + where + ", and TFLM writes through a null pointer";
  case ArenaFate::kOverwrites: return "overwrites memory in use " + where + ": crashes, or wrong results";
  case ArenaFate::kOutside: return "writes outside the arena " + where;
  case ArenaFate::kWorks: break;
  }
  return {};
}

UnalignedArena unalignedArena(const Report& report) {
  UnalignedArena arena;
  for (std::uint32_t misalignment = 0; misalignment < kArenaStep; ++misalignment) {
    std::uint64_t bytes = report.arena->minimum;
    while (!replayInTflm(report, {bytes, misalignment}).works()) bytes += kArenaStep;
    if (bytes > arena.bytes) arena = {bytes, misalignment};
  }
  return arena;
}

} // namespace arenascope::diagnosis
