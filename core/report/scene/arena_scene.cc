#include "core/report/scene/arena_scene.h"

#include <algorithm>
#include <numeric>

#include "core/base/number_text.h"
#include "core/report/board_fit.h"

namespace arenascope::report {

namespace {

// "layer 2", "layers 2 and 4", "7 layers, first at 2".
std::string layersText(const Report& report, const std::vector<int>& rows) {
  const auto place = [&](std::size_t at) {
    return operatorPlace(report.operators[static_cast<std::size_t>(rows[at])]);
  };
  if (rows.size() == 1) return "layer " + place(0);
  if (rows.size() == 2) return "layers " + place(0) + " and " + place(1);
  return std::to_string(rows.size()) + " layers, first at " + place(0);
}

} // namespace

InferenceScene inferenceScene(const Report& report) {
  InferenceScene scene{.rowOfStep = rowsByStep(report),
                       .peak = report.peakOperator(),
                       .caption = headCaption(report),
                       .headTitle = {},
                       .headDetail = {},
                       .inPeak = std::vector<char>(report.buffers.size(), 0),
                       .paintOrder = std::vector<std::size_t>(report.buffers.size()),
                       .lost = {},
                       .capacity = {}};
  for (const int buffer : peakBuffers(report)) scene.inPeak[static_cast<std::size_t>(buffer)] = 1;
  const auto fit = report.board ? fitOn(*report.board, report) : std::nullopt;
  if (fit && !fit->fitsRam()) scene.capacity = fit->arenaCapacity;
  const HeadInfo head = headInfo(report);
  if (!head.fullOperators.empty()) {
    scene.headTitle = "Head " + grouped(head.bytes);
    scene.headDetail = (head.lost() == 0 ? "all" : "at most " + grouped(head.liveBytes)) + " in use at " +
                       layersText(report, head.fullOperators);
  }
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
