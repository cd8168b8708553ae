#include "core/diagnosis/memory_fits.h"

#include <algorithm>

#include "core/diagnosis/tflm_replay.h"

namespace arenascope::diagnosis {

using profile::ArenaMoment;
using profile::Report;
using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

// Alignment makes the size that follows from a message uncertain by so much.
constexpr std::int64_t kSlack = 48;

// What TFLM's own check of an allocation needs: a persistent block is not kept from temporary ones.
std::int64_t checkedNeed(const ArenaMoment& moment, const Event& event) {
  const bool persistent = event.kind == EventKind::kAllocation && event.section == Section::kTail;
  return static_cast<std::int64_t>(persistent ? moment.head + moment.tail : moment.need);
}

bool sayTheSame(const TflmMessage& message, const ArenaRefusal& refusal) {
  if (message.kind == MessageKind::kTooManyBuffers) return refusal.mostBuffers == message.number;
  return !refusal.mostBuffers && refusal.requested == message.requested && refusal.missing == message.missing &&
         (!message.available || refusal.available == message.available);
}

class Search {
public:
  Search(const TflmMessage& message, const Report& report, std::size_t number)
      : message_(message), report_(report), number_(number) {}

  std::vector<MemoryFit> run() {
    std::int64_t before = 0; // what the allocations before need
    for (std::size_t i = 0; i < report_.allocations.size(); ++i) {
      const std::int64_t need = checkedNeed(report_.analysis.moments[i], report_.allocations[i]);
      if (isCandidate(report_.allocations[i]) && before < need + kSlack) tryAt(i, need - missing(), before);
      before = std::max(before, need);
    }
    return std::move(fits_);
  }

private:
  bool isCandidate(const Event& event) const {
    const bool planning = event.category == Category::kPlannerWorkspace;
    if (message_.kind == MessageKind::kTooManyBuffers) return planning;
    return event.kind == EventKind::kAllocation && !planning && event.bytes == message_.requested &&
           (!message_.section || event.section == *message_.section);
  }

  std::int64_t missing() const {
    if (message_.kind != MessageKind::kTooManyBuffers) return static_cast<std::int64_t>(*message_.missing);
    const auto room = static_cast<std::int64_t>(*message_.number);
    return (static_cast<std::int64_t>(report_.buffers.size()) - room) *
           static_cast<std::int64_t>(profile::kPlannerRecordBytes);
  }

  void tryAt(std::size_t event, std::int64_t estimate, std::int64_t before) {
    const std::int64_t low = std::max({std::int64_t{1}, before - kSlack, estimate - kSlack});
    std::optional<MemoryFit> fit;
    for (std::int64_t bytes = low; bytes <= estimate + kSlack; ++bytes) {
      const ArenaOutcome outcome = replayInTflm(report_, {static_cast<std::uint64_t>(bytes), 0});
      if (!outcome.refusal || outcome.refusal->event != event || !sayTheSame(message_, *outcome.refusal)) continue;
      const auto size = static_cast<std::uint64_t>(bytes);
      if (!fit) fit = MemoryFit{.report = number_, .event = event, .arenaLow = size, .arenaHigh = size};
      fit->arenaHigh = size;
    }
    if (fit) fits_.push_back(*fit);
  }

  const TflmMessage& message_;
  const Report& report_;
  const std::size_t number_;
  std::vector<MemoryFit> fits_;
};

bool tellsTheArena(const TflmMessage& message) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32; // of what a 32-bit target prints
  if (message.kind == MessageKind::kTooManyBuffers) return message.number && *message.number < kMost;
  return message.kind == MessageKind::kMemory && message.requested && message.missing && *message.missing < kMost;
}

} // namespace

std::vector<MemoryFit> memoryFits(const TflmMessage& message, const std::vector<Report>& reports) {
  std::vector<MemoryFit> fits;
  if (!tellsTheArena(message)) return fits;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].arena) continue;
    const std::vector<MemoryFit> found = Search(message, reports[i], i).run();
    fits.insert(fits.end(), found.begin(), found.end());
  }
  return fits;
}

} // namespace arenascope::diagnosis
