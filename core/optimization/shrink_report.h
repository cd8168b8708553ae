// The answer to "make this model's arena smaller, and say what that costs".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/rewrite/strips.h"
#include "core/optimization/price.h"
#include "core/optimization/spill.h"
#include "core/optimization/strip_bound.h"
#include "core/report/report.h"

namespace arenascope::optimization {

// Techniques applied to a model.
struct Means {
  bool order = false;   // operators run in another order
  bool plan = false;    // buffers are placed by a search
  bool overlap = false; // outputs lie over bytes that their operators have read
  bool strips = false;  // operators are computed strip by strip
  bool padding = false; // convolutions add the borders that PADs added
};
// "padding", "order", "plan", "overlap", "strips"; none for the model itself.
std::vector<std::string> namesOf(const Means& means);

// Where convolutions add the borders of PADs.
struct FoldedPadding {
  std::size_t pads = 0;          // that are gone
  std::size_t largerFilters = 0; // that have a row or column of zeros behind them for it
};

// A version of the model, as it ran.
struct ShrinkPoint {
  Means means;
  std::vector<rewrite::StripCut> cuts; // with the model's own numbers of operators, PADs that are gone included
  FoldedPadding folded;
  std::vector<report::Report> runs; // on each target with its kernel set, the main one first
  std::vector<std::uint8_t> model;
  // Outputs equal the model's bit for bit, on every target and nine inputs, and the minimum is proven on each.
  bool proven = false;
  std::optional<Spill> spill; // of a search over two memories; of the run in the usual RAM, too

  // Of two arenas their sum.
  std::uint64_t arenaBytes() const {
    return spill ? spill->sramBytes + spill->psramBytes : runs.front().arena->minimum;
  }
  // Of them in the usual RAM, which a budget is for: all, unless a part is spilled.
  std::uint64_t sramBytes() const { return spill ? spill->sramBytes : arenaBytes(); }
  // Absent on targets without cycles.
  std::optional<std::uint64_t> cycles() const;
  // Cost of an inference for comparisons: cycles, or multiply-accumulates if there are none.
  std::uint64_t work() const;
};

struct ShrinkReport {
  // The unchanged model, then the Pareto-optimal versions, with ever less arena, or over two memories ever less of it
  // in the usual RAM, and ever more cycles.
  std::vector<ShrinkPoint> points;
  std::size_t chosen = 0;              // index of the requested point
  std::optional<TwoMemories> memories; // absent: arenas lie in one
  std::optional<std::uint64_t> budget;
  std::optional<double> mostGrowth;   // of cycles, in percent
  std::size_t promising = 0;          // versions that were estimated to be worth a run
  std::size_t tried = 0;              // those of them that were run
  std::size_t unproven = 0;           // those of them left out for lack of time to prove them
  std::optional<std::uint64_t> bound; // bytes of arena that no version of this kind goes below
  std::optional<NoGain> noGain;       // absent: strips help, or were not tried to the end
  bool stopped = false;               // before its end, for example at a time limit
  double seconds = 0;

  bool isComplete() const { return !stopped && tried >= promising; }

  const ShrinkPoint& before() const { return points.front(); }
  const ShrinkPoint& after() const { return points[chosen]; }
  bool meetsBudget() const { return !budget || after().sramBytes() <= *budget; }
};

// Indices of the Pareto front: the first, which is the unchanged model, then each with the fewest bytes of the usual
// RAM up to its work.
std::vector<std::size_t> paretoFrontOf(const std::vector<const ShrinkPoint*>& points);
template <typename Point>
std::vector<std::size_t> paretoFrontOf(const std::vector<Point>& points) {
  std::vector<const ShrinkPoint*> all;
  for (const Point& each : points) all.push_back(&each);
  return paretoFrontOf(all);
}
// Growth of work() in percent; negative: less work.
double growthOf(const ShrinkReport& report, const ShrinkPoint& point);
// Cost of a point besides cycles, compared with the unchanged model.
Price priceOf(const ShrinkReport& report, const ShrinkPoint& point);
// Index of the cheapest point within the budget in bytes; if there is none, that of the smallest.
std::size_t cheapestWithin(const ShrinkReport& report, std::uint64_t budget);

} // namespace arenascope::optimization
