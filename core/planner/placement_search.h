// Whether buffers can be placed within a capacity: a complete search.
//
// It looks at placements in which no buffer could be moved down (each lies on another one, or at the bottom), and
// builds them from the bottom up: the next buffer never begins below the one before. So each buffer that is not placed
// has an offset below which it cannot begin, and wherever even stacking the buffers of some step from there needs
// more than the capacity, the branch ends. Buffers that no chain of common use connects any more are placed apart from
// each other. What was refuted once is remembered. Searches start over with another order of trying, which looks first
// at the times that failed most.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/planner/effort.h"

namespace arenascope::planner {

// A buffer in steps 0, 1, … (see steps.h) and in units of which all sizes are multiples.
struct SearchBuffer {
  std::int32_t lower = 0;  // first step
  std::int32_t upper = 0;  // after the last one
  std::int32_t size = 0;   // at least 1
  std::int32_t fixed = -1; // the offset it must have, or -1
};

class PlacementSearch {
public:
  enum class Outcome : std::uint8_t { kFound, kImpossible, kStopped };

  PlacementSearch(std::vector<SearchBuffer> buffers, std::int32_t capacity, Effort& effort);

  // Gives up after about so many branches, or where the effort ends.
  Outcome run(std::uint64_t branches);

  // After kFound.
  const std::vector<std::int32_t>& offsets() const { return offsets_; }

private:
  struct Item { // a buffer that is not placed yet
    std::int32_t id;
    std::int32_t support; // the end of the highest buffer below it
    std::int32_t low;     // where it can begin at the lowest; above its support, it waits for another one below
  };
  using Items = std::vector<Item>; // in order of `low`
  struct Candidate {
    std::int32_t offset;
    std::int32_t slack; // above what is stacked where it is tightest, less the capacity
    std::int32_t rank;
    std::int32_t item; // index in the items
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
  // Whether all stay within the capacity so; counts the steps that do not.
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
  std::vector<std::int32_t> rank_; // of each buffer: which is tried first
  std::vector<std::vector<std::int32_t>> basicRanks_;
  bool tightFirst_ = false;             // before the rank
  std::vector<std::int32_t> stacked_;   // of each step, while a branch is looked at
  std::vector<std::int32_t> lowestEnd_; // the same
  std::vector<double> failures_;        // of each step
  std::unordered_map<std::uint64_t, std::uint64_t> refuted_;
  Effort& effort_;
  std::uint64_t most_ = 0; // branches
  std::uint64_t branches_ = 0;
  std::uint64_t budget_ = 0; // branches at which this start ends
  bool stopped_ = false;
};

} // namespace arenascope::planner
