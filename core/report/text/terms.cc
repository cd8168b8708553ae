#include "core/report/text/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/report/buffer_info.h"
#include "core/report/tail_breakdown.h"

namespace arenascope::report {

namespace {

std::string explainTail(const Report& report) {
  constexpr std::size_t kNamed = 3;
  std::string text = fmt::format("The tail grows down from the arena's end and stays as long as the model: {} bytes",
                                 grouped(report.arena->tail));
  const std::vector<TailPart> parts = tailByCategory(report);
  for (std::size_t i = 0; i < std::min(kNamed, parts.size()); ++i)
    text += fmt::format("{}{} {}", i == 0 ? ", mostly " : ", ", run::categoryText(parts[i].category),
                        grouped(parts[i].bytes));
  return text + ".";
}

std::string explainHead(const Report& report) {
  const std::uint64_t all =
      std::accumulate(report.buffers.begin(), report.buffers.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const PlannedBuffer& buffer) { return sum + buffer.plannedBytes(); });
  return fmt::format(
      "The head is the arena's start. There {} of {} in total share {}, since they are not all in use at "
      "the same time.",
      counted(report.buffers.size(), "planned buffer"), countedBytes(all), countedBytes(report.arena->head));
}

// Maximum in use at any time, without rounding.
std::uint64_t mostInUse(const Report& report) {
  std::uint64_t most = report.arena->used;
  for (std::size_t i = 0; i < report.analysis.snapshots.size(); ++i)
    most = std::max(most, report.analysis.snapshots[i].need -
                              roundingIn(report.allocations[i], report.analysis.snapshots[i]));
  return most;
}

// Why the smallest arena is larger than the final use; the parts add up to the difference.
std::string explainSize(const Report& report) {
  const ArenaFigures& arena = *report.arena;
  const std::uint64_t most = mostInUse(report);
  std::vector<std::string> why;
  const auto add = [&](std::uint64_t bytes, const std::string& reason) {
    if (bytes > 0) why.push_back(grouped(bytes) + " " + reason);
  };
  add(most - arena.used, "because the peak is during set-up");
  if (arena.minimum > most && arena.minimum - most < 2 * kArenaStep)
    add(arena.minimum - most, fmt::format("because arena sizes are multiples of {} bytes", kArenaStep));
  else if (arena.minimum > most)
    add(arena.minimum - most, "because smaller arenas failed when they were run");
  std::string text = fmt::format("The arena that the interpreter must be given: {} bytes. ", grouped(arena.minimum));
  text += why.empty() ? std::string("All of it is in use afterwards")
                      : fmt::format("That is more than the bytes in use afterwards: {}", joined(why));
  if (arena.recommended > arena.minimum)
    text += fmt::format(". kTensorArenaSize has {} more, {}", grouped(arena.recommended - arena.minimum),
                        arena.anyAddress ? "for an array at any address" : "as headroom");
  return text + ".";
}

} // namespace

std::string explainTerm(const Report& report, Term term) {
  const ArenaFigures& arena = *report.arena;
  switch (term) {
  case Term::kArenaSize: return explainSize(report);
  case Term::kUsed:
    return fmt::format("The value of arena_used_bytes() after set-up: {} bytes of head and {} of tail.",
                       grouped(arena.head), grouped(arena.tail));
  case Term::kHead: return explainHead(report);
  case Term::kTail: return explainTail(report);
  case Term::kTemporary:
    return fmt::format(
        "Temporary memory lies above the head during set-up, {} bytes at most, and is gone before the first inference.",
        grouped(arena.tempPeak));
  case Term::kPlanned: {
    const auto scratch = std::count_if(report.buffers.begin(), report.buffers.end(),
                                       [](const PlannedBuffer& buffer) { return buffer.scratch; });
    return fmt::format("The memory planner places these buffers: {} and {}.",
                       counted(report.buffers.size() - static_cast<std::size_t>(scratch), "tensor"),
                       counted(static_cast<std::uint64_t>(scratch), "scratch buffer"));
  }
  case Term::kResolver: break;
  }
  return fmt::format("The resolver gives kernels to the interpreter; one with this model's {} keeps all others out of "
                     "flash.",
                     counted(report.model.operatorNames().size(), "operator"));
}

} // namespace arenascope::report
