#include "core/report/scene/arena_scene.h"

#include <algorithm>
#include <numeric>

#include "core/report/board_fit.h"

namespace arenascope::report {

InferenceScene inferenceScene(const Report& report) {
  InferenceScene scene{.rowOfStep = rowsByStep(report),
                       .peak = report.peakOperator(),
                       .caption = headCaption(report),
                       .inPeak = std::vector<char>(report.buffers.size(), 0),
                       .paintOrder = std::vector<std::size_t>(report.buffers.size()),
                       .lost = {},
                       .capacity = {}};
  for (const int buffer : peakBuffers(report)) scene.inPeak[static_cast<std::size_t>(buffer)] = 1;
  const auto fit = report.board ? fitOn(*report.board, report) : std::nullopt;
  if (fit && !fit->fitsRam()) scene.capacity = fit->arenaCapacity;
  const HeadInfo head = headInfo(report);
  for (const int buffer : head.topBuffers) scene.inPeak[static_cast<std::size_t>(buffer)] = 1;
  // If the whole head is in use at some time, placement wastes nothing.
  for (const int row : head.lost() > 0 ? head.topOperators : std::vector<int>())
    for (const ByteRange& gap : gapsAt(report, row))
      scene.lost.push_back({report.operators[static_cast<std::size_t>(row)].time, gap});
  std::iota(scene.paintOrder.begin(), scene.paintOrder.end(), std::size_t{0});
  // Memory allocated by an accelerator lies under the tensors in it.
  const auto isBelow = [&](std::size_t i) { return bufferKind(report, report.buffers[i]) == BufferKind::kAccelerator; };
  std::stable_sort(scene.paintOrder.begin(), scene.paintOrder.end(), [&](std::size_t a, std::size_t b) {
    if (const bool below = isBelow(a); below != isBelow(b)) return below;
    return report.buffers[a].offset > report.buffers[b].offset;
  });
  return scene;
}

std::vector<PhaseSpan> phaseSpans(const Report& report) {
  std::vector<PhaseSpan> spans;
  for (std::size_t i = 0; i < report.allocations.size(); ++i) {
    const std::string name = run::phaseName(report.allocations[i].position.phase);
    if (spans.empty() || spans.back().name != name) spans.push_back({name, i, i});
    spans.back().end = i + 1;
  }
  return spans;
}

} // namespace arenascope::report
