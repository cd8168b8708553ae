#include "core/diagnosis/memory_fits.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/diagnosis/tflm_replay.h"

namespace arenascope::diagnosis {

using report::Report;
using trace::Category;
using trace::Event;
using trace::EventKind;

namespace {

// Alignment makes the size that follows from a message uncertain by so much.
constexpr std::int64_t kSlack = 48;
constexpr std::size_t kMostSizes = 50'000;

// What TFLM's own check of an allocation needs: a persistent block is not kept from temporary ones.
std::int64_t checkedNeed(const report::ArenaSnapshot& snapshot, const Event& event) {
  return static_cast<std::int64_t>(event.section == trace::Section::kTail ? snapshot.head + snapshot.tail
                                                                          : snapshot.need);
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
    for (const std::uint64_t bytes : sizes()) tryAt(bytes);
    std::vector<MemoryFit> fits;
    for (const auto& [event, fit] : fits_) fits.push_back(fit);
    return fits;
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
    const auto capacity = static_cast<std::int64_t>(*message_.number);
    return (static_cast<std::int64_t>(report_.buffers.size()) - capacity) *
           static_cast<std::int64_t>(tflm::kPlannerRecord);
  }

  // Those in which one of the allocations that the message can mean may fail as it says.
  std::set<std::uint64_t> sizes() const {
    std::set<std::uint64_t> sizes;
    for (std::size_t i = 0; i < report_.allocations.size(); ++i) {
      if (!isCandidate(report_.allocations[i])) continue;
      const std::int64_t estimate = checkedNeed(report_.analysis.snapshots[i], report_.allocations[i]) - missing();
      for (std::int64_t bytes = std::max<std::int64_t>(1, estimate - kSlack); bytes <= estimate + kSlack; ++bytes)
        sizes.insert(static_cast<std::uint64_t>(bytes));
      if (sizes.size() > kMostSizes) break;
    }
    return sizes;
  }

  void tryAt(std::uint64_t bytes) {
    const ArenaOutcome outcome = replayInTflm(report_, {bytes, 0});
    if (!outcome.refusal || !isCandidate(report_.allocations[outcome.refusal->event]) ||
        !sayTheSame(message_, *outcome.refusal))
      return;
    MemoryFit& fit =
        fits_
            .try_emplace(
                outcome.refusal->event,
                MemoryFit{.report = number_, .event = outcome.refusal->event, .arenaLow = bytes, .arenaHigh = bytes})
            .first->second;
    fit.arenaHigh = bytes;
  }

  const TflmMessage& message_;
  const Report& report_;
  const std::size_t number_;
  std::map<std::size_t, MemoryFit> fits_; // by event
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
