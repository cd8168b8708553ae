#include "core/planner/placement_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <tuple>

namespace arenascope::planner {

namespace {

constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kFirstBudget = 1000; // branches of the first start
constexpr double kBudgetGrowth = 1.05;
constexpr double kForget = 0.99;                // decay of failure counts at each start
constexpr std::size_t kMostRefuted = 2'000'000; // stored
constexpr std::uint64_t kAskEvery = 256;        // branches

// Criteria for the order of trying buffers, most important first: T the largest total of a step in its lifetime, W its
// number of steps, S its size, A size times steps.
constexpr std::array<std::string_view, 5> kOrders = {"WAT", "TAW", "TWA", "AWT", "SWT"};

bool together(const SearchBuffer& a, const SearchBuffer& b) { return a.lower < b.upper && b.lower < a.upper; }

std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9U;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

} // namespace

PlacementSearch::PlacementSearch(std::vector<SearchBuffer> buffers, std::int32_t capacity, Effort& effort)
    : buffers_(std::move(buffers)), capacity_(capacity), offsets_(buffers_.size()), effort_(effort) {
  for (const SearchBuffer& buffer : buffers_) {
    moments_ = std::max(moments_, buffer.upper);
    anyFixed_ = anyFixed_ || buffer.fixed >= 0;
  }
  stacked_.resize(static_cast<std::size_t>(moments_));
  lowestEnd_.resize(static_cast<std::size_t>(moments_));
  failures_.resize(static_cast<std::size_t>(moments_));

  std::vector<std::int64_t> totals(static_cast<std::size_t>(moments_));
  for (const SearchBuffer& buffer : buffers_)
    for (std::int32_t m = buffer.lower; m < buffer.upper; ++m) totals[static_cast<std::size_t>(m)] += buffer.size;
  const auto measure = [&](const SearchBuffer& buffer, char what) -> std::int64_t {
    const std::int64_t width = buffer.upper - buffer.lower;
    switch (what) {
    case 'T': return *std::max_element(totals.begin() + buffer.lower, totals.begin() + buffer.upper);
    case 'W': return width;
    case 'S': return buffer.size;
    default: return width * buffer.size;
    }
  };
  for (const std::string_view order : kOrders) {
    std::vector<std::array<std::int64_t, 4>> keys;
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      keys.push_back({-measure(buffers_[i], order[0]), -measure(buffers_[i], order[1]), -measure(buffers_[i], order[2]),
                      static_cast<std::int64_t>(i)});
    std::sort(keys.begin(), keys.end());
    std::vector<std::int32_t> rank(buffers_.size());
    for (std::size_t n = 0; n < keys.size(); ++n)
      rank[static_cast<std::size_t>(keys[n][3])] = static_cast<std::int32_t>(n);
    basicRanks_.push_back(std::move(rank));
  }
}

PlacementSearch::Outcome PlacementSearch::run(std::uint64_t branches) {
  most_ = branches;
  Items all;
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    all.push_back({static_cast<std::int32_t>(i), 0, std::max(buffers_[i].fixed, 0)});
  if (anyFixed_)
    for (Item& item : all)
      if (buffers_[static_cast<std::size_t>(item.id)].fixed < 0)
        item.low = aboveFixed(all, buffers_[static_cast<std::size_t>(item.id)], 0);
  double budget = kFirstBudget;
  for (int round = 0; !stopped_; ++round) {
    startOver(round);
    budget_ = branches_ + static_cast<std::uint64_t>(budget);
    budget *= kBudgetGrowth;
    if (!raiseWaiting(all)) return Outcome::kImpossible;
    sortByLow(all);
    const Outcome outcome = fits(all) ? placeParts(all) : Outcome::kImpossible;
    if (outcome != Outcome::kStopped) return outcome;
  }
  return Outcome::kStopped;
}

// First the basic orders; then buffers that failed most come first. Every other time, buffers at the tightest steps
// precede all others.
void PlacementSearch::startOver(int round) {
  const std::vector<std::int32_t>& basic = basicRanks_[static_cast<std::size_t>(round) % basicRanks_.size()];
  rank_ = basic;
  if (round >= static_cast<int>(basicRanks_.size())) {
    std::vector<std::pair<double, std::int32_t>> scores; // most failures first, then the basic order
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      scores.emplace_back(
          -*std::max_element(failures_.begin() + buffers_[i].lower, failures_.begin() + buffers_[i].upper), basic[i]);
    std::sort(scores.begin(), scores.end());
    std::vector<std::int32_t> place(scores.size()); // by position in the basic order
    for (std::size_t n = 0; n < scores.size(); ++n)
      place[static_cast<std::size_t>(scores[n].second)] = static_cast<std::int32_t>(n);
    for (std::size_t i = 0; i < rank_.size(); ++i) rank_[i] = place[static_cast<std::size_t>(basic[i])];
  }
  tightFirst_ = round % 2 == 1;
  for (double& failures : failures_) failures *= kForget;
}

std::int32_t PlacementSearch::offsetOf(const Item& item) const {
  const std::int32_t fixed = buffers_[static_cast<std::size_t>(item.id)].fixed;
  return fixed >= 0 ? fixed : item.support;
}

bool PlacementSearch::ready(const Item& item) const {
  return buffers_[static_cast<std::size_t>(item.id)].fixed >= 0 || item.support >= item.low;
}

void PlacementSearch::sortByLow(Items& items) {
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.low < b.low; });
}

// The lowest offset from `low` on that no unplaced fixed buffer blocks.
std::int32_t PlacementSearch::aboveFixed(const Items& items, const SearchBuffer& buffer, std::int32_t low) const {
  for (bool moved = true; moved;) {
    moved = false;
    for (const Item& item : items) {
      const SearchBuffer& other = buffers_[static_cast<std::size_t>(item.id)];
      if (other.fixed < 0 || !together(buffer, other)) continue;
      if (low < other.fixed + other.size && other.fixed < low + buffer.size) {
        low = other.fixed + other.size;
        moved = true;
      }
    }
  }
  return low;
}

// A waiting buffer starts at the end of one not placed yet. Returns whether all may still fit.
bool PlacementSearch::raiseWaiting(Items& items) {
  std::fill(lowestEnd_.begin(), lowestEnd_.end(), kNone);
  for (const Item& item : items) {
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    const std::int32_t end = item.low + buffer.size;
    for (std::int32_t m = buffer.lower; m < buffer.upper; ++m)
      lowestEnd_[static_cast<std::size_t>(m)] = std::min(lowestEnd_[static_cast<std::size_t>(m)], end);
  }
  for (Item& item : items) {
    if (ready(item)) continue;
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    item.low =
        std::max(item.low, *std::min_element(lowestEnd_.begin() + buffer.lower, lowestEnd_.begin() + buffer.upper));
    if (item.low + buffer.size > capacity_) return false;
  }
  return true;
}

// Height of each step, with every buffer as low as possible and on top of the one before.
void PlacementSearch::stack(const Items& items) {
  std::fill(stacked_.begin(), stacked_.end(), 0);
  std::int32_t* const stacked = stacked_.data();
  Steps steps = items.size();
  for (const Item& item : items) {
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    const std::int32_t low = item.low;
    const std::int32_t size = buffer.size;
    for (std::int32_t m = buffer.lower; m < buffer.upper; ++m) stacked[m] = std::max(stacked[m], low) + size;
    steps += static_cast<Steps>(buffer.upper - buffer.lower);
  }
  effort_.spend(steps);
}

bool PlacementSearch::fits(const Items& items) {
  stack(items);
  bool all = true;
  for (std::size_t m = 0; m < stacked_.size(); ++m)
    if (stacked_[m] > capacity_) {
      failures_[m] += 1;
      all = false;
    }
  return all;
}

PlacementSearch::Key PlacementSearch::keyOf(const Items& items) const {
  Key key{items.size(), 0};
  for (const Item& item : items) {
    const std::uint64_t waits = ready(item) ? 0 : static_cast<std::uint64_t>(item.support) + 1;
    const std::uint64_t value =
        mixed(mixed(static_cast<std::uint64_t>(item.id) << 32 | static_cast<std::uint64_t>(item.low)) + waits);
    key.first += value;
    key.second += mixed(value + 1);
  }
  return key;
}

// Items without a common step are placed separately, smaller groups first.
PlacementSearch::Outcome PlacementSearch::placeParts(const Items& items) {
  std::vector<std::int32_t> part(static_cast<std::size_t>(moments_) + 1,
                                 0); // first: whether step m is joined with m - 1; then its group
  for (const Item& item : items) {
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    std::fill(part.begin() + buffer.lower + 1, part.begin() + buffer.upper, 1);
  }
  std::int32_t number = 0;
  for (std::int32_t& step : part) step = step == 1 ? number : ++number;
  std::vector<Items> parts(static_cast<std::size_t>(number) + 1);
  for (const Item& item : items)
    parts[static_cast<std::size_t>(part[static_cast<std::size_t>(buffers_[static_cast<std::size_t>(item.id)].lower)])]
        .push_back(item);
  std::erase_if(parts, [](const Items& some) { return some.empty(); });
  std::sort(parts.begin(), parts.end(), [](const Items& a, const Items& b) { return a.size() < b.size(); });
  for (Items& some : parts)
    if (const Outcome outcome = place(some); outcome != Outcome::kFound) return outcome;
  return Outcome::kFound;
}

// Candidates start below the end that any other buffer would have if placed now: otherwise that one would fit below.
// Gaps left between fixed buffers do not count.
std::vector<PlacementSearch::Candidate> PlacementSearch::candidatesOf(const Items& items) {
  std::int32_t below = kNone;
  if (!anyFixed_)
    for (const Item& item : items)
      below = std::min(below, item.support + buffers_[static_cast<std::size_t>(item.id)].size);
  else
    for (const Item& item : items) {
      const std::int32_t fixed = buffers_[static_cast<std::size_t>(item.id)].fixed;
      if (fixed >= 0) below = std::min(below, fixed + 1); // from the bottom up
    }
  if (tightFirst_) stack(items);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!ready(items[i]) || offsetOf(items[i]) >= below) continue;
    const auto id = static_cast<std::size_t>(items[i].id);
    const auto steps = stacked_.begin();
    const std::int32_t highest =
        tightFirst_ ? *std::max_element(steps + buffers_[id].lower, steps + buffers_[id].upper) : 0;
    candidates.push_back({offsetOf(items[i]), -highest, rank_[id], static_cast<std::int32_t>(i)});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.offset, a.slack, a.rank) < std::tie(b.offset, b.slack, b.rank);
  });
  return candidates;
}

// The items left after placing one. Candidates refuted at this offset start above it. Returns whether all may still
// fit.
bool PlacementSearch::childOf(const Items& items, std::size_t chosen, std::int32_t offset,
                              const std::vector<std::uint8_t>& refuted, Items& child) {
  const SearchBuffer& placed = buffers_[static_cast<std::size_t>(items[chosen].id)];
  const std::int32_t end = offset + placed.size;
  if (end > capacity_) return false;
  child.clear();
  bool waiting = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == chosen) continue;
    Item item = items[i];
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    if (together(buffer, placed)) item.support = std::max(item.support, end);
    if (buffer.fixed >= 0) {
      if (item.support > buffer.fixed || offset > buffer.fixed) return false;
    } else {
      item.low = std::max({item.low, item.support, refuted[i] != 0 ? offset + 1 : offset});
      if (anyFixed_) item.low = aboveFixed(items, buffer, item.low);
      if (item.low + buffer.size > capacity_) return false;
      waiting = waiting || item.support < item.low;
    }
    child.push_back(item);
  }
  if (waiting && !raiseWaiting(child)) return false;
  sortByLow(child);
  return fits(child);
}

PlacementSearch::Outcome PlacementSearch::place(Items& items) {
  if (items.size() == 1) {
    const Item& item = items.front();
    const SearchBuffer& buffer = buffers_[static_cast<std::size_t>(item.id)];
    const bool can = buffer.fixed >= 0 ? item.support <= buffer.fixed : item.support >= item.low;
    if (!can || offsetOf(item) + buffer.size > capacity_) return Outcome::kImpossible;
    offsets_[static_cast<std::size_t>(item.id)] = offsetOf(item);
    return Outcome::kFound;
  }
  const Key key = keyOf(items);
  if (const auto known = refuted_.find(key.first); known != refuted_.end() && known->second == key.second)
    return Outcome::kImpossible;
  std::vector<std::uint8_t> refuted(items.size());
  Items child;
  for (const Candidate& candidate : candidatesOf(items)) {
    const auto chosen = static_cast<std::size_t>(candidate.item);
    if ((++branches_ % kAskEvery == 0 && branches_ > most_) || !effort_.spend(items.size())) stopped_ = true;
    if (stopped_ || branches_ > budget_) return Outcome::kStopped;
    if (childOf(items, chosen, candidate.offset, refuted, child)) {
      offsets_[static_cast<std::size_t>(items[chosen].id)] = candidate.offset;
      if (const Outcome outcome = placeParts(child); outcome != Outcome::kImpossible) return outcome;
    }
    refuted[chosen] = 1;
  }
  if (refuted_.size() < kMostRefuted) refuted_.emplace(key.first, key.second);
  return Outcome::kImpossible;
}

} // namespace arenascope::planner
