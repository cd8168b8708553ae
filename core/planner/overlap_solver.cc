#include "core/planner/overlap_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>

namespace arenascope::planner {

namespace {

// Two buffers in use together: the second's offset minus the first's has to be at most `below`, or at least `above`.
struct Conflict {
  std::size_t first;
  std::size_t second;
  std::int64_t below;
  std::int64_t above;

  bool holds(const Offsets& offsets) const {
    const std::int64_t distance = offsets[second] - offsets[first];
    return distance <= below || distance >= above;
  }
};

bool counts(const Buffer& buffer) { return buffer.size > 0 && buffer.lower < buffer.upper; }

// A unit of placement: a buffer, or all parts of one whole.
struct Block {
  struct Member {
    std::size_t buffer;
    std::int64_t offset; // in the block
  };
  std::vector<Member> members;
};

// The task in terms of blocks: sizes are their heights, and conflicts are pairs with limits.
struct Task {
  std::vector<Block> blocks;
  std::vector<Buffer> sizes; // by block; in use from the first to the last use of a member
  std::vector<Conflict> conflicts;

  Offsets offsetsOf(std::size_t buffers, const Offsets& blockOffsets) const {
    Offsets offsets(buffers);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      for (const Block::Member& member : blocks[i].members) offsets[member.buffer] = blockOffsets[i] + member.offset;
    return offsets;
  }
};

std::vector<Block> blocksOf(const std::vector<Buffer>& buffers, std::span<const PartOfWhole> parts) {
  std::map<std::size_t, Block> wholes;
  std::vector<bool> isPart(buffers.size());
  for (const PartOfWhole& part : parts) {
    if (!counts(buffers[part.buffer])) continue;
    wholes[part.whole].members.push_back({part.buffer, part.offset});
    isPart[part.buffer] = true;
  }
  std::vector<Block> blocks;
  for (auto& [whole, block] : wholes) {
    std::int64_t first = block.members.front().offset;
    for (const Block::Member& member : block.members) first = std::min(first, member.offset);
    for (Block::Member& member : block.members) member.offset -= first;
    blocks.push_back(std::move(block));
  }
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (!isPart[i]) blocks.push_back({{{i, 0}}});
  return blocks;
}

Task taskOf(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
            std::span<const PartOfWhole> parts) {
  std::map<std::pair<std::size_t, std::size_t>, Conflict> known;
  for (const InPlaceLimit& each : close)
    known[std::minmax(each.first, each.second)] = {each.first, each.second, each.below, each.above};
  Task task{.blocks = blocksOf(buffers, parts), .sizes = {}, .conflicts = {}};
  for (const Block& block : task.blocks) {
    Buffer all = buffers[block.members.front().buffer];
    for (const Block::Member& member : block.members) {
      all.lower = std::min(all.lower, buffers[member.buffer].lower);
      all.upper = std::max(all.upper, buffers[member.buffer].upper);
      all.size = std::max(all.size, member.offset + buffers[member.buffer].size);
    }
    task.sizes.push_back(all);
  }
  // From buffers to blocks: subtracts the members' offsets from the distance.
  const auto add = [&](std::size_t one, const Block::Member& a, std::size_t other, const Block::Member& b) {
    if (!counts(buffers[a.buffer]) || !counts(buffers[b.buffer]) ||
        !inUseTogether(buffers[a.buffer], buffers[b.buffer]))
      return;
    const auto found = known.find(std::minmax(a.buffer, b.buffer));
    const std::int64_t inside = b.offset - a.offset;
    if (found == known.end())
      task.conflicts.push_back({one, other, -buffers[b.buffer].size - inside, buffers[a.buffer].size - inside});
    else if (found->second.first == a.buffer)
      task.conflicts.push_back({one, other, found->second.below - inside, found->second.above - inside});
    else
      task.conflicts.push_back({other, one, found->second.below + inside, found->second.above + inside});
  };
  for (std::size_t one = 0; one < task.blocks.size(); ++one)
    for (std::size_t other = one + 1; other < task.blocks.size(); ++other)
      for (const Block::Member& a : task.blocks[one].members)
        for (const Block::Member& b : task.blocks[other].members) add(one, a, other, b);
  return task;
}

// A complete search: of two conflicting buffers one is above the other, and for each choice of these directions there
// is one placement with every buffer as low as possible. The search branches only on pairs that are too close in the
// present placement, and cuts a branch that is no smaller than the best.
class WaySearch {
public:
  WaySearch(const std::vector<Buffer>& buffers, std::vector<Conflict> conflicts, Effort& effort)
      : buffers_(buffers), conflicts_(std::move(conflicts)), ways_(buffers.size()), effort_(effort) {}

  // Height to beat, and height that is good enough to stop.
  std::int64_t best = 0;
  Offsets offsets;

  // Whether it was complete: then nothing is smaller than `best`.
  bool run(std::int64_t enough, std::uint64_t branches) {
    enough_ = enough;
    left_ = branches;
    stopped_ = false;
    Offsets lowest(buffers_.size());
    branch(lowest);
    return !stopped_;
  }

private:
  struct Way { // its owner pushes `other` up to its own offset plus `distance`
    std::size_t other;
    std::int64_t distance;
  };

  std::int64_t height(const Offsets& lowest) const {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < lowest.size(); ++i)
      if (counts(buffers_[i])) result = std::max(result, lowest[i] + buffers_[i].size);
    return result;
  }

  // Raises all blocks that have to be above `from`; false if one reaches the best height, or directions form a cycle.
  bool raise(std::size_t from, Offsets& lowest) const {
    std::vector<std::size_t> open = {from};
    while (!open.empty()) {
      const std::size_t low = open.back();
      open.pop_back();
      for (const Way& way : ways_[low]) {
        const std::int64_t least = lowest[low] + way.distance;
        if (lowest[way.other] >= least) continue;
        lowest[way.other] = least;
        if (least + buffers_[way.other].size >= best) return false;
        open.push_back(way.other);
      }
    }
    return true;
  }

  // Of the pairs that are too close, the one that wastes most in either direction; nullptr if none is.
  const Conflict* tooClose(const Offsets& lowest) const {
    const Conflict* found = nullptr;
    std::int64_t most = -1;
    for (const Conflict& conflict : conflicts_) {
      if (conflict.holds(lowest)) continue;
      const std::int64_t distance = lowest[conflict.second] - lowest[conflict.first];
      const std::int64_t up =
          std::min(lowest[conflict.second] + conflict.above - distance + buffers_[conflict.second].size,
                   lowest[conflict.first] + distance - conflict.below + buffers_[conflict.first].size);
      if (up > most) most = up, found = &conflict;
    }
    return found;
  }

  void branch(const Offsets& lowest) {
    if (stopped_ || best <= enough_) return;
    if (left_ == 0 || !effort_.spend(conflicts_.size() + buffers_.size())) {
      stopped_ = true;
      return;
    }
    --left_;
    const Conflict* conflict = tooClose(lowest);
    if (conflict == nullptr) {
      best = height(lowest);
      offsets = lowest;
      return;
    }
    const std::array<std::pair<std::size_t, Way>, 2> both = {
        std::pair{conflict->first, Way{conflict->second, conflict->above}},
        std::pair{conflict->second, Way{conflict->first, -conflict->below}}};
    std::array<std::pair<std::int64_t, Offsets>, 2> raised; // height of the block, or -1 if there is no solution
    for (std::size_t i = 0; i < both.size(); ++i) {
      raised[i].second = lowest;
      ways_[both[i].first].push_back(both[i].second);
      raised[i].first = raise(both[i].first, raised[i].second) ? height(raised[i].second) : -1;
      ways_[both[i].first].pop_back();
    }
    const std::size_t first =
        raised[1].first >= 0 && (raised[0].first < 0 || raised[1].first < raised[0].first) ? 1 : 0;
    for (const std::size_t i : {first, 1 - first}) {
      if (raised[i].first < 0 || raised[i].first >= best) continue;
      ways_[both[i].first].push_back(both[i].second);
      branch(raised[i].second);
      ways_[both[i].first].pop_back();
    }
  }

  const std::vector<Buffer>& buffers_;
  std::vector<Conflict> conflicts_;
  std::vector<std::vector<Way>> ways_; // by buffer
  std::int64_t enough_ = 0;
  std::uint64_t left_ = 0;
  Effort& effort_;
  bool stopped_ = false;
};

// Places buffers one by one, each as low as possible given those before.
class Stacking {
public:
  Stacking(const std::vector<Buffer>& buffers, const std::vector<Conflict>& conflicts)
      : buffers_(buffers), barred_(buffers.size()) {
    for (const Conflict& conflict : conflicts) {
      barred_[conflict.second].push_back({conflict.first, conflict.below, conflict.above});
      barred_[conflict.first].push_back({conflict.second, -conflict.above, -conflict.below});
    }
  }

  // nullopt as soon as one would end at `limit` or above it.
  std::optional<Offsets> place(const std::vector<std::size_t>& sequence,
                               std::int64_t limit = std::numeric_limits<std::int64_t>::max()) {
    keep(sequence);
    for (std::size_t at = 0; at < sequence.size(); ++at) {
      const std::size_t i = sequence[at];
      if (at == placed_.size()) {
        offsets_[i] = lowest(i);
        placed_.push_back(i);
      }
      if (offsets_[i] + buffers_[i].size >= limit) return std::nullopt;
    }
    Offsets offsets = offsets_;
    std::replace(offsets.begin(), offsets.end(), kNowhere, std::int64_t{0});
    return offsets;
  }

private:
  struct Barred { // offset relative to the other buffer, exclusive
    std::size_t other;
    std::int64_t below;
    std::int64_t above;
  };
  static constexpr std::int64_t kNowhere = -1;

  // Of the last sequence, those stay where they are that this one begins with as well.
  void keep(const std::vector<std::size_t>& sequence) {
    const auto other = std::mismatch(placed_.begin(), placed_.end(), sequence.begin(), sequence.end()).first;
    std::for_each(other, placed_.end(), [this](std::size_t buffer) { offsets_[buffer] = kNowhere; });
    placed_.erase(other, placed_.end());
  }

  std::int64_t lowest(std::size_t buffer) {
    ranges_.clear();
    for (const Barred& each : barred_[buffer])
      if (const std::int64_t other = offsets_[each.other]; other != kNowhere)
        ranges_.emplace_back(other + each.below, other + each.above);
    std::sort(ranges_.begin(), ranges_.end());
    std::int64_t offset = 0;
    for (const auto& [from, to] : ranges_)
      if (from < offset && offset < to) offset = to;
    return offset;
  }

  const std::vector<Buffer>& buffers_;
  std::vector<std::vector<Barred>> barred_;
  std::vector<std::size_t> placed_; // in this sequence
  Offsets offsets_ = Offsets(buffers_.size(), kNowhere);
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges_; // that one buffer may not begin in
};

constexpr std::size_t kMostSearched = 400; // buffers; with more, only stacking
constexpr std::uint64_t kBoundBranches = 20'000;
constexpr Steps kBoundShare = 8; // of all steps one part of this is for bounds,
constexpr Steps kEachShare = 64; // and such a part for one time
constexpr std::uint64_t kFirstBranches = 50'000;
constexpr int kTries = 20'000; // of other sequences
constexpr std::uint32_t kSeed = 20260823;

class Solver {
public:
  Solver(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close, std::span<const PartOfWhole> parts,
         const SolveOptions& options)
      : all_(buffers), close_(close), parts_(parts), task_(taskOf(buffers, close, parts)), buffers_(task_.sizes),
        mostSteps_(options.steps), effort_(options.steps, [this, &options] {
          return options.stop && options.stop(placement_.bytes, placement_.lowerBound);
        }) {}

  Placement solve() {
    placement_.offsets.resize(buffers_.size());
    placement_.bytes = std::numeric_limits<std::int64_t>::max();
    for (const Buffer& buffer : buffers_) placement_.lowerBound = std::max(placement_.lowerBound, buffer.size);
    findBound();
    stack();
    for (std::uint64_t branches = kFirstBranches; !done() && !effort_.ended() && buffers_.size() <= kMostSearched;
         branches *= 4) {
      WaySearch search(buffers_, task_.conflicts, effort_);
      search.best = placement_.bytes;
      if (search.run(placement_.lowerBound, branches)) placement_.lowerBound = search.best;
      if (search.best < placement_.bytes) offer(search.offsets);
    }
    placement_.offsets = task_.offsetsOf(all_.size(), placement_.offsets);
    placement_.steps = effort_.spent();
    placement_.end = done() ? SearchEnd::kDone : effort_.end();
    return placement_;
  }

private:
  bool done() const { return placement_.bytes <= placement_.lowerBound; }

  void offer(const Offsets& offsets) {
    const std::int64_t bytes = heightOf(buffers_, offsets);
    if (bytes >= placement_.bytes) return;
    placement_.offsets = offsets;
    placement_.bytes = bytes;
  }

  // Peak of buffers in use together, placed alone; or the largest buffer if the search would be too large.
  void findBound() {
    std::set<std::vector<std::size_t>> seen;
    for (const Buffer& at : all_) {
      if (!counts(at)) continue;
      std::vector<std::size_t> live;
      for (std::size_t i = 0; i < all_.size(); ++i)
        if (counts(all_[i]) && all_[i].lower <= at.lower && at.lower < all_[i].upper) live.push_back(i);
      if (seen.insert(live).second) placement_.lowerBound = std::max(placement_.lowerBound, boundOf(live));
    }
  }

  std::int64_t boundOf(const std::vector<std::size_t>& live) {
    std::vector<Buffer> alone;
    std::map<std::size_t, std::size_t> place;
    for (const std::size_t i : live) {
      place[i] = alone.size();
      alone.push_back(all_[i]);
    }
    std::vector<InPlaceLimit> close;
    for (const InPlaceLimit& each : close_)
      if (place.contains(each.first) && place.contains(each.second))
        close.push_back({place[each.first], place[each.second], each.below, each.above});
    std::vector<PartOfWhole> parts;
    for (const PartOfWhole& each : parts_)
      if (place.contains(each.buffer)) parts.push_back({place[each.buffer], each.whole, each.offset});
    const Task task = taskOf(alone, close, parts);
    std::int64_t largest = 0;
    for (const Buffer& block : task.sizes) largest = std::max(largest, block.size);
    std::vector<std::size_t> sequence(task.sizes.size());
    std::iota(sequence.begin(), sequence.end(), 0U);
    if (effort_.spent() > mostSteps_ / kBoundShare) return largest;
    WaySearch search(task.sizes, task.conflicts, effort_);
    search.best = heightOf(task.sizes, *Stacking(task.sizes, task.conflicts).place(sequence));
    const Steps branches = mostSteps_ / kEachShare / (task.conflicts.size() + task.sizes.size() + 1);
    return search.run(largest, std::min<Steps>(kBoundBranches, branches)) ? search.best : largest;
  }

  // Tries the usual planners' orders, then the best one with some buffers moved forward.
  void stack() {
    Stacking stacking(buffers_, task_.conflicts);
    std::vector<std::size_t> sequence;
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      if (counts(buffers_[i])) sequence.push_back(i);
    if (sequence.empty()) return offer(placement_.offsets);
    std::vector<std::size_t> best = sequence;
    const auto attempt = [&](const std::vector<std::size_t>& tried) {
      const std::optional<Offsets> offsets = stacking.place(tried, placement_.bytes);
      if (!offsets) return;
      best = tried;
      offer(*offsets);
    };
    attempt(sequence);
    attempt({sequence.rbegin(), sequence.rend()});
    for (const auto& measure :
         {+[](const Buffer& b) { return b.size; }, +[](const Buffer& b) { return b.size * (b.upper - b.lower); },
          +[](const Buffer& b) { return b.upper - b.lower; }}) {
      std::vector<std::size_t> sorted = sequence;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [&](std::size_t a, std::size_t b) { return measure(buffers_[a]) > measure(buffers_[b]); });
      attempt(sorted);
    }
    std::mt19937 random(kSeed); // specified by the standard, so equal everywhere
    for (int tries = 0; tries < kTries && !done() && effort_.spend(task_.conflicts.size() + sequence.size()); ++tries) {
      std::vector<std::size_t> tried = best;
      for (int moves = 1 + static_cast<int>(random() % 3); moves > 0; --moves) {
        const auto from = static_cast<std::ptrdiff_t>(random() % tried.size());
        const std::size_t moved = tried[static_cast<std::size_t>(from)];
        tried.erase(tried.begin() + from);
        tried.insert(tried.begin() + static_cast<std::ptrdiff_t>(random() % (tried.size() + 1)), moved);
      }
      attempt(tried);
    }
  }

  const std::vector<Buffer>& all_;
  std::span<const InPlaceLimit> close_;
  std::span<const PartOfWhole> parts_;
  Task task_;
  const std::vector<Buffer>& buffers_; // blocks as buffers
  Steps mostSteps_;
  Effort effort_;
  Placement placement_; // of blocks, until the end
};

} // namespace

Placement solveOverlapping(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                           std::span<const PartOfWhole> parts, const SolveOptions& options) {
  return Solver(buffers, close, parts, options).solve();
}

std::optional<std::string> wrongOverlap(const std::vector<Buffer>& buffers, std::span<const InPlaceLimit> close,
                                        std::span<const PartOfWhole> parts, const Offsets& offsets) {
  if (offsets.size() != buffers.size()) return fmt::format("{} offsets for {} buffers", offsets.size(), buffers.size());
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] < 0) return fmt::format("buffer {} is at offset {}", i, offsets[i]);
  const Task task = taskOf(buffers, close, parts);
  Offsets blocks;
  for (const Block& block : task.blocks) {
    blocks.push_back(offsets[block.members.front().buffer] - block.members.front().offset);
    for (const Block::Member& member : block.members)
      if (offsets[member.buffer] != blocks.back() + member.offset)
        return fmt::format("buffer {} is at {}, not at the place of its group", member.buffer, offsets[member.buffer]);
  }
  for (const Conflict& conflict : task.conflicts)
    if (!conflict.holds(blocks)) {
      const std::size_t one = task.blocks[conflict.first].members.front().buffer;
      const std::size_t other = task.blocks[conflict.second].members.front().buffer;
      return fmt::format("buffers {} and {} are closer than they may be: at {} and {}", one, other, offsets[one],
                         offsets[other]);
    }
  return std::nullopt;
}

} // namespace arenascope::planner
