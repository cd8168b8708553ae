#include "core/planner/placement_solver.h"

#include <algorithm>
#include <limits>

#include "core/planner/placement_search.h"
#include "core/planner/time_steps.h"

namespace arenascope::planner {

namespace {

// The best known placement of a part; bytes.
struct Known {
  std::vector<std::int64_t> offsets; // by member of the part
  std::int64_t bytes = 0;
  std::int64_t lowerBound = 0;
};

class PartSolver {
public:
  PartSolver(const std::vector<Buffer>& all, Part part, std::int64_t enough) : part_(std::move(part)), enough_(enough) {
    for (const std::size_t i : part_.members) buffers_.push_back(all[i]);
    known_.lowerBound = peakOf(buffers_).bytes;
    for (const Buffer& buffer : buffers_)
      known_.lowerBound = std::max(known_.lowerBound, buffer.fixed.value_or(0) + buffer.size);
    offer(placeGreedily(buffers_, GreedyOrder::kSize));
    if (isTooLarge()) return;
    for (const GreedyOrder order : {GreedyOrder::kArea, GreedyOrder::kDuration}) offer(placeGreedily(buffers_, order));
  }

  const Known& known() const { return known_; }
  const Part& part() const { return part_; }
  void needNotBeBelow(std::int64_t bytes) { enough_ = std::max(enough_, bytes); }
  bool done() const { return known_.bytes <= std::max(known_.lowerBound, enough_); }

  // Tries capacities from the bound to the best: the bound first, since it is mostly reached; open ones are retried
  // with more branches after short searches have improved the best.
  void improve(bool onlyEnough, Effort& effort) {
    if (isTooLarge()) return;
    if (onlyEnough && enough_ >= known_.lowerBound && !done())
      attempt(enough_, std::numeric_limits<std::uint64_t>::max(), effort);
    for (std::uint64_t branches = kFirstBranches; !done() && effort.spend(1); branches *= 4) {
      attempt(std::max(known_.lowerBound, enough_), 2 * branches, effort);
      for (std::int64_t open = std::max(known_.lowerBound, enough_); !done() && effort.spend(1);) {
        const std::int64_t capacity = (open + known_.bytes) / 2 / part_.unit * part_.unit;
        if (capacity <= open) break;
        if (!attempt(capacity, branches, effort)) open = capacity;
        open = std::max(open, known_.lowerBound);
      }
    }
  }

private:
  static constexpr std::uint64_t kFirstBranches = 20'000;
  static constexpr std::size_t kMostSearched = 2000; // recursion is as deep as there are buffers

  bool isTooLarge() const { return buffers_.size() > kMostSearched; }

  void offer(Offsets offsets) {
    const std::int64_t bytes = heightOf(buffers_, offsets);
    if (!known_.offsets.empty() && bytes >= known_.bytes) return;
    known_.offsets = std::move(offsets);
    known_.bytes = bytes;
  }

  // Whether it is decided that the capacity is sufficient or not.
  bool attempt(std::int64_t capacity, std::uint64_t branches, Effort& effort) {
    PlacementSearch search(part_.buffers, static_cast<std::int32_t>(capacity / part_.unit), effort);
    const auto outcome = search.run(branches);
    if (outcome == PlacementSearch::Outcome::kImpossible)
      known_.lowerBound = std::max(known_.lowerBound, (capacity / part_.unit + 1) * part_.unit);
    if (outcome == PlacementSearch::Outcome::kFound) {
      Offsets offsets;
      for (const std::int32_t offset : search.offsets()) offsets.push_back(offset * part_.unit);
      offer(std::move(offsets));
    }
    return outcome != PlacementSearch::Outcome::kStopped;
  }

  Part part_;
  std::vector<Buffer> buffers_;
  std::int64_t enough_;
  Known known_;
};

} // namespace

Placement solve(const std::vector<Buffer>& buffers, const SolveOptions& options) {
  std::vector<PartSolver> solvers;
  for (Part& part : splitInTime(buffers)) solvers.emplace_back(buffers, std::move(part), options.enough.value_or(0));
  const auto most = [&](std::int64_t Known::*what) {
    std::int64_t bytes = 0;
    for (const PartSolver& solver : solvers) bytes = std::max(bytes, solver.known().*what);
    return bytes;
  };
  Effort effort(options.steps,
                [&] { return options.stop && options.stop(most(&Known::bytes), most(&Known::lowerBound)); });
  // Parts use the block at different times: none needs to be smaller than another one's bound.
  for (PartSolver& solver : solvers) {
    solver.needNotBeBelow(most(&Known::lowerBound));
    solver.improve(options.enough.has_value(), effort);
  }
  Placement placement;
  placement.offsets.resize(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) placement.offsets[i] = buffers[i].fixed.value_or(0);
  for (const PartSolver& solver : solvers)
    for (std::size_t i = 0; i < solver.known().offsets.size(); ++i)
      placement.offsets[solver.part().members[i]] = solver.known().offsets[i];
  placement.bytes = heightOf(buffers, placement.offsets);
  placement.lowerBound = most(&Known::lowerBound);
  for (std::size_t i = 0; i < buffers.size(); ++i) // never in use, so any offset is right
    placement.lowerBound = std::max(placement.lowerBound, buffers[i].fixed.value_or(0) + buffers[i].size);
  placement.steps = effort.spent();
  placement.end = placement.provenOptimal() ? SearchEnd::kDone : effort.end();
  return placement;
}

} // namespace arenascope::planner
