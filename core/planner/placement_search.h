// Complete search for a placement of buffers within a capacity.
//
// It considers placements in which no buffer can move down (each lies on another one, or at the bottom), and builds
// them from the bottom up: offsets never decrease. So each unplaced buffer has a lowest possible offset, and a branch
// ends if stacking the buffers of any step from there exceeds the capacity. Groups of buffers without a common step are
// placed separately. Refuted states are stored. The search restarts with other orders, which begin at the steps that
// failed most.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/planner/effort.h"

namespace arenascope::planner {

// A buffer in steps 0, 1, … (see time_steps.h); sizes in a common unit.
struct SearchBuffer {
  std::int32_t lower = 0;  // first step
  std::int32_t upper = 0;  // after the last one
  std::int32_t size = 0;   // at least 1
  std::int32_t fixed = -1; // prescribed offset, or -1
};

class PlacementSearch {
public:
  enum class Outcome : std::uint8_t { kFound, kImpossible, kStopped };

  PlacementSearch(std::vector<SearchBuffer> buffers, std::int32_t capacity, Effort& effort);

  // Stops after about this many branches, or when the effort ends.
  Outcome run(std::uint64_t branches);

  // Valid after kFound.
  const std::vector<std::int32_t>& offsets() const { return offsets_; }

private:
  struct Item { // a buffer that is not placed yet
    std::int32_t id;
    std::int32_t support; // end of the highest placed buffer below it
    std::int32_t low;     // lowest possible offset; if above its support, it waits for an unplaced buffer below
  };
  using Items = std::vector<Item>; // in order of `low`
  struct Candidate {
    std::int32_t offset;
    std::int32_t slack; // highest stack in its lifetime, negated
    std::int32_t rank;
    std::int32_t item; // index of the item
  };
  struct Key {
    std::uint64_t first;
    std::uint64_t second;
  };

  Outcome place(Items& items);
  Outcome placeParts(const Items& items);
  std::vector<Candidate> candidatesOf(const Items& items);
  bool childOf(const Items& items, std::size_t chosen, std::int32_t offset, const std::vector<std::uint8_t>& refuted,
               Items& child);
  static void sortByLow(Items& items);
  bool raiseWaiting(Items& items);
  void stack(const Items& items);
  // Whether all stacks stay within the capacity; counts failures by step.
  bool fits(const Items& items);
  std::int32_t aboveFixed(const Items& items, const SearchBuffer& buffer, std::int32_t low) const;
  std::int32_t offsetOf(const Item& item) const;
  bool ready(const Item& item) const;
  Key keyOf(const Items& items) const;
  void startOver(int round);

  std::vector<SearchBuffer> buffers_;
  std::int32_t capacity_;
  std::int32_t moments_ = 0;
  bool anyFixed_ = false;
  std::vector<std::int32_t> offsets_;
  std::vector<std::int32_t> rank_; // by buffer: position in the order of trying
  std::vector<std::vector<std::int32_t>> basicRanks_;
  bool tightFirst_ = false;             // takes precedence over the rank
  std::vector<std::int32_t> stacked_;   // by step, in the present branch
  std::vector<std::int32_t> lowestEnd_; // likewise
  std::vector<double> failures_;        // by step
  std::unordered_map<std::uint64_t, std::uint64_t> refuted_;
  Effort& effort_;
  std::uint64_t most_ = 0; // branches
  std::uint64_t branches_ = 0;
  std::uint64_t budget_ = 0; // branches until the next restart
  bool stopped_ = false;
};

} // namespace arenascope::planner
