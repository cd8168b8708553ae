#include "core/output/answers/pareto_writer.h"

#include <fmt/format.h>

#include "core/base/number_text.h"

namespace arenascope::output {

using optimization::Candidate;
using optimization::Candidates;

namespace {

std::string numberOrDash(const std::optional<std::uint64_t>& number) { return number ? grouped(*number) : "-"; }

} // namespace

std::string paretoText(const Candidates& candidates) {
  if (candidates.models.empty()) return fmt::format("No model has an arena size; {} failed.\n", candidates.failed);
  const std::vector<Candidate> paretoFront = paretoFrontOf(candidates.models);
  std::string text = fmt::format(
      "{} of {} models on {} with {} kernels are on the front of arena, cycles and flash{}:\n\n"
      "{:>12} {:>16} {:>12}  {}\n",
      paretoFront.size(), candidates.models.size(), candidates.target, candidates.kernels,
      candidates.failed > 0 ? fmt::format("; {} failed", candidates.failed) : "", "arena", "cycles", "flash", "model");
  for (const Candidate& each : paretoFront)
    text += fmt::format("{:>12} {:>16} {:>12}  {}\n", grouped(each.arenaBytes), numberOrDash(each.cycles),
                        numberOrDash(each.flashBytes), printable(each.model));
  return text;
}

} // namespace arenascope::output
