#include "core/optimization/advice.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "core/optimization/effort.h"
#include "core/report/board_fit.h"

namespace arenascope::optimization {

namespace {

constexpr double kFreeGrowth = 1.0; // percent of cycles that are not worth speaking of

struct KindTexts {
  const char* name;
  const char* title;
};
constexpr std::array<KindTexts, 15> kKindTexts = {{{"plan", "A better memory plan"},
                                                   {"order", "Another order of operators"},
                                                   {"padding", "PADs folded into convolutions"},
                                                   {"overlap", "In-place outputs"},
                                                   {"strips", "Layers computed strip by strip"},
                                                   {"kernels", "Another kernel set"},
                                                   {"tail", "Less persistent memory"},
                                                   {"two_arenas", "Two arenas"},
                                                   {"board", "Another board"},
                                                   {"clock", "A lower clock"},
                                                   {"flash", "Compressed constants"},
                                                   {"quantize", "Quantized to int8"},
                                                   {"input_size", "A smaller input"},
                                                   {"width", "Fewer channels"},
                                                   {"combination", "Two changes together"}}};

} // namespace

const char* adviceName(AdviceKind kind) { return kKindTexts[static_cast<std::size_t>(kind)].name; }
const char* adviceTitle(AdviceKind kind) { return kKindTexts[static_cast<std::size_t>(kind)].title; }

AdviceKind adviceKindOf(const Means& means) {
  return means.strips    ? AdviceKind::kStrips
         : means.overlap ? AdviceKind::kOverlap
         : means.padding ? AdviceKind::kPadding
         : means.order   ? AdviceKind::kOrder
                         : AdviceKind::kPlan;
}

bool isFoundByShrink(AdviceKind kind) {
  return kind == AdviceKind::kPadding || kind == AdviceKind::kOverlap || kind == AdviceKind::kStrips;
}

std::optional<double> AdviceReport::growthOf(const Suggestion& suggestion) const {
  if (!before.cost || before.cost->total.cycles == 0 || !suggestion.after || !suggestion.after->cost ||
      suggestion.after->target != before.target)
    return std::nullopt;
  const auto base = static_cast<double>(before.cost->total.cycles);
  return 100.0 * (static_cast<double>(suggestion.after->cost->total.cycles) - base) / base;
}

std::optional<Price> AdviceReport::priceOf(const Suggestion& suggestion) const {
  if (!suggestion.after || suggestion.kind == AdviceKind::kBoard || isPreview(suggestion)) return std::nullopt;
  return optimization::priceOf(before, *suggestion.after);
}

AdviceGroup groupOf(const AdviceReport& report, const Suggestion& suggestion) {
  if (suggestion.kind == AdviceKind::kBoard || includes(suggestion, AdviceKind::kTwoArenas) ||
      suggestion.kind == AdviceKind::kClock || isPreview(suggestion))
    return AdviceGroup::kElsewhere;
  if (includes(suggestion, AdviceKind::kQuantize)) return AdviceGroup::kQuantized;
  if (suggestion.kind == AdviceKind::kFlash) return AdviceGroup::kFlash;
  if (!suggestion.after) return AdviceGroup::kNotRun;
  if (suggestion.savedBytes <= 0) return AdviceGroup::kFaster;
  // The same operators on the same kernels take about as long; of other kernels that is not known without cycles.
  const double unknown = includes(suggestion, AdviceKind::kKernels) ? 2 * kFreeGrowth : 0;
  return report.growthOf(suggestion).value_or(unknown) <= kFreeGrowth ? AdviceGroup::kFree : AdviceGroup::kPaid;
}

const Suggestion* AdviceReport::fitting() const {
  if (!fit || fitsAlready()) return nullptr;
  const auto key = [&](const Suggestion& suggestion) {
    const auto price = priceOf(suggestion);
    // Of other kernels without cycles it is not known what they cost: last.
    const double unknown = includes(suggestion, AdviceKind::kKernels) ? std::numeric_limits<double>::infinity() : 0;
    return std::tuple(effortOf(suggestion), growthOf(suggestion).value_or(unknown),
                      price ? price->newOperators.size() : 0, price ? price->flashBytes() : 0,
                      suggestion.after->arena->recommended);
  };
  const Suggestion* best = nullptr;
  for (const Suggestion& suggestion : suggestions) {
    if (effortOf(suggestion) == Effort::kNone || (!suggestion.inRegions && suggestion.after->arena->recommended > *fit))
      continue;
    if (best == nullptr || key(suggestion) < key(*best)) best = &suggestion;
  }
  return best;
}

void settle(AdviceReport& report) {
  const auto place = [](AdviceKind kind) { return isFoundByShrink(kind) ? AdviceKind::kOverlap : kind; };
  std::stable_sort(report.suggestions.begin(), report.suggestions.end(),
                   [&](const Suggestion& a, const Suggestion& b) { return place(a.kind) < place(b.kind); });
  for (auto* reasons : {&report.nothing, &report.unfinished})
    std::stable_sort(reasons->begin(), reasons->end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
  rank(report);
}

void rank(AdviceReport& report) {
  // Of what is faster and saves nothing, the cycles alone count.
  const auto key = [&](const Suggestion& suggestion) {
    const AdviceGroup group = groupOf(report, suggestion);
    return std::tuple(group, group == AdviceGroup::kFaster ? 0 : -suggestion.savedBytes,
                      report.growthOf(suggestion).value_or(0));
  };
  std::stable_sort(report.suggestions.begin(), report.suggestions.end(),
                   [&](const Suggestion& a, const Suggestion& b) { return key(a) < key(b); });
}

std::optional<double> milliseconds(const AdviceReport& report) {
  const auto& board = report.before.board;
  const auto fit = board ? report::fitOn(*board, report.before) : std::nullopt;
  return fit ? fit->milliseconds : std::nullopt;
}

} // namespace arenascope::optimization
