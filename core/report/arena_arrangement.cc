#include "core/report/arena_arrangement.h"

#include <algorithm>
#include <numeric>

#include "core/base/number_text.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;

namespace {

// Objects that manage two arenas, instead of the one for both sections.
std::uint64_t twoArenaObjects(std::uint64_t oneArenaObject) {
  const auto* sizes = std::find_if(std::begin(tflm::kStructSizes), std::end(tflm::kStructSizes),
                                   [&](const tflm::StructSizes& each) { return each.arena == oneArenaObject; });
  return sizes == std::end(tflm::kStructSizes) ? oneArenaObject : sizes->persistentArena + sizes->nonPersistentArena;
}

constexpr std::size_t kMaxTriedModels = 6;

// Replays the allocations of one model, and of others on top.
class Replay {
public:
  explicit Replay(bool twoArenas) : twoArenas_(twoArenas) {}

  void add(const Report& report, std::size_t model) {
    const std::uint64_t workspace = plannerWorkspace(report.allocations, report.buffers.size());
    bool planned = false; // the head has its final size: the largest of all models so far
    for (const Event& event : report.allocations) {
      // The arena, planner and allocator objects exist once.
      if (!first_ && (event.category == Category::kPlanner ||
                      (event.category == Category::kAllocatorObjects && event.position.phase == trace::Phase::kCreate)))
        continue;
      Event replayed = event;
      if (std::exchange(isFirstEvent_, false) && twoArenas_) replayed.bytes = twoArenaObjects(event.bytes);
      if (event.category == Category::kPlan) {
        replayed.bytes = head_ = std::max(head_, event.bytes);
        planned = true;
      }
      if (planned && event.section == trace::Section::kTail) replayed.address = std::max(replayed.address, head_);
      const ArenaSnapshot& snapshot = arena_.after(replayed, workspace);
      low_ = std::max({low_, snapshot.head, snapshot.temp});
      if (snapshot.need <= need_) continue;
      need_ = snapshot.need;
      fullest_ = model;
    }
    first_ = false;
  }

  std::uint64_t head() const { return head_; }
  std::uint64_t tail() const { return arena_.now().tail; }
  std::uint64_t minimum() const { return roundUpToStep(need_); } // of one arena
  std::size_t fullest() const { return fullest_; }
  SplitArenas split() const {
    return {.persistent = roundUpToStep(arena_.now().tail), .nonPersistent = roundUpToStep(low_)};
  }

private:
  bool twoArenas_;
  bool first_ = true;
  bool isFirstEvent_ = true;
  UnboundedArena arena_;
  std::uint64_t head_ = 0;
  std::uint64_t low_ = 0; // maximum at the low end
  std::uint64_t need_ = 0;
  std::size_t fullest_ = 0;
};

Replay replayed(const std::vector<const Report*>& reports, const std::vector<std::size_t>& order, bool twoArenas) {
  Replay replay(twoArenas);
  for (const std::size_t i : order) replay.add(*reports[i], i);
  return replay;
}

SharedArena shareInOrder(const std::vector<const Report*>& reports, const std::vector<std::size_t>& order) {
  const Replay replay = replayed(reports, order, false);
  return {.order = order,
          .head = replay.head(),
          .tail = replay.tail(),
          .minimum = replay.minimum(),
          .fullestModel = replay.fullest(),
          .split = replayed(reports, order, true).split()};
}

} // namespace

std::optional<SplitArenas> splitArenas(const Report& report) {
  if (!report.arena || report.allocations.empty()) return std::nullopt;
  return replayed({&report}, {0}, true).split();
}

std::optional<SharedArena> sharedArena(const std::vector<const Report*>& reports) {
  std::uint64_t apart = 0;
  for (const Report* report : reports) {
    if (!report->arena || report->target != reports.front()->target || report->kernels != reports.front()->kernels)
      return std::nullopt;
    apart += report->arena->minimum;
  }
  if (reports.empty()) return std::nullopt;
  std::vector<std::size_t> order(reports.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  SharedArena best = shareInOrder(reports, order);
  while (reports.size() <= kMaxTriedModels && std::next_permutation(order.begin(), order.end())) {
    SharedArena other = shareInOrder(reports, order);
    if (other.minimum < best.minimum) best = std::move(other);
  }
  best.apart = apart;
  return best;
}

std::optional<std::size_t> firstThatDoesNotFit(const Report& report, std::uint64_t arenaBytes) {
  const auto& snapshots = report.analysis.snapshots;
  const std::uint64_t usable = arenaBytes / kArenaStep * kArenaStep;
  const auto found = std::find_if(snapshots.begin(), snapshots.end(),
                                  [&](const ArenaSnapshot& snapshot) { return snapshot.need > usable; });
  if (found == snapshots.end()) return std::nullopt;
  return static_cast<std::size_t>(found - snapshots.begin());
}

std::string explainArenaSize(const Report& report, std::uint64_t arenaBytes) {
  if (!report.arena) return {};
  const auto failing = firstThatDoesNotFit(report, arenaBytes);
  if (!failing)
    return grouped(arenaBytes) + " bytes are enough; " + grouped(arenaBytes - report.arena->minimum) +
           " of them are spare.";
  const Event& event = report.allocations[*failing];
  const std::uint64_t missing = report.analysis.snapshots[*failing].need - arenaBytes / kArenaStep * kArenaStep;
  return grouped(arenaBytes) + " bytes are not enough: it fails while " + describeStep(report, event) + ", at " +
         run::categoryText(event.category) + ", with " + grouped(missing) + " bytes missing there, and " +
         grouped(report.arena->minimum - std::min(arenaBytes, report.arena->minimum)) + " in all.";
}

} // namespace arenascope::report
