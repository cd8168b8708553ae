#include "core/report/scene/phase_scale.h"

#include <algorithm>

#include "core/report/scene/arena_scene.h"

namespace arenascope::report {

namespace {

constexpr double kLeastShare = 0.1; // of all allocations: minimum width of a phase
constexpr double kShareOfAll = 0.5; // but for many phases this part, divided equally

} // namespace

PhaseScale::PhaseScale(const Report& report) {
  const std::vector<PhaseSpan> spans = phaseSpans(report);
  const double share = std::min(kLeastShare, kShareOfAll / static_cast<double>(std::max<std::size_t>(1, spans.size())));
  const double least = share * static_cast<double>(report.allocations.size());
  double at = 0.0;
  for (const PhaseSpan& span : spans) {
    const auto first = static_cast<double>(span.first);
    const auto last = static_cast<double>(span.end);
    pieces_.push_back({first, last, at, at + std::max(last - first, least)});
    at = pieces_.back().end;
  }
  if (pieces_.empty()) pieces_.push_back({0.0, 1.0, 0.0, 1.0});
}

double PhaseScale::positionOf(double event) const {
  for (const Piece& piece : pieces_)
    if (event < piece.last || &piece == &pieces_.back())
      return piece.begin + (event - piece.first) / (piece.last - piece.first) * (piece.end - piece.begin);
  return 0.0;
}

double PhaseScale::eventAt(double position) const {
  for (const Piece& piece : pieces_)
    if (position < piece.end || &piece == &pieces_.back())
      return piece.first + (position - piece.begin) / (piece.end - piece.begin) * (piece.last - piece.first);
  return 0.0;
}

} // namespace arenascope::report
