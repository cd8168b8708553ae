// The answer to "make this model's arena smaller, and say what that costs".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/rewrite/strips.h"
#include "core/optimization/price.h"
#include "core/report/report.h"

namespace arenascope::optimization {

// What was done to a model.
struct Means {
  bool order = false;   // operators run in another order
  bool plan = false;    // buffers are where a search put them
  bool overlap = false; // outputs lie over what their operators have read
  bool strips = false;  // operators are computed strip by strip
};
std::vector<std::string> namesOf(const Means& means); // "order", "plan", "overlap", "strips"; of the model itself none

// A version of the model, as it ran.
struct ShrinkPoint {
  Means means;
  std::vector<rewrite::StripCut> cuts;
  std::vector<report::Report> runs; // on each target with its kernel set, the main one first
  std::vector<std::uint8_t> model;
  // The same outputs as the model's own, bit for bit, on every target and nine inputs; the minimum proven on each.
  bool proven = false;

  std::uint64_t arenaBytes() const { return runs.front().arena->minimum; }
  // Absent on targets without cycles.
  std::optional<std::uint64_t> cycles() const;
  // What inference costs, to compare with: cycles, or where there are none, multiply-accumulates.
  std::uint64_t work() const;
};

struct ShrinkReport {
  // The unchanged model, then the Pareto-optimal versions: less and less arena for more and more cycles.
  std::vector<ShrinkPoint> points;
  std::size_t chosen = 0; // of the points: the one that was asked for
  std::optional<std::uint64_t> budget;
  std::optional<double> mostGrowth; // of cycles, in percent
  std::size_t promising = 0;        // versions, by what was guessed
  std::size_t tried = 0;            // of these, that were run
  std::size_t unproven = 0;         // of these, that were left out because there was no time to prove them
  bool stopped = false;             // before its end, as at a time limit
  double seconds = 0;

  bool isComplete() const { return !stopped && tried >= promising; }

  const ShrinkPoint& before() const { return points.front(); }
  const ShrinkPoint& after() const { return points[chosen]; }
  bool meetsBudget() const { return !budget || after().arenaBytes() <= *budget; }
};

// Growth of what inference costs, in percent; below 0: it costs less.
double growthOf(const ShrinkReport& report, const ShrinkPoint& point);
// Cost of a point besides cycles, compared with the unchanged model.
Price priceOf(const ShrinkReport& report, const ShrinkPoint& point);
// The position of the cheapest point within so many bytes of arena; where there is none, that of the smallest.
std::size_t cheapestWithin(const ShrinkReport& report, std::uint64_t budget);

} // namespace arenascope::optimization
