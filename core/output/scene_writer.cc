#include "core/output/scene_writer.h"

#include <algorithm>

#include "core/analysis/arena_scene.h"
#include "core/analysis/buffer_colours.h"
#include "core/analysis/phase_scale.h"
#include "core/analysis/short_names.h"

namespace arenascope::profile {

namespace {

Json stepsJson(const Report& report, const InferenceScene& scene) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < scene.rowOfStep.size(); ++i) {
    const int row = scene.rowOfStep[i];
    Json step = {{"label", stepName(report, scene.rowOfStep, static_cast<std::int32_t>(i))}, {"row", row}};
    if (row >= 0) {
      const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
      step["title"] = operatorPlace(op) + " " + op.name;
      step["live_bytes"] = op.liveBytes;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

Json boxesJson(const Report& report, const InferenceScene& scene) {
  const std::vector<std::string> names = shortBufferNames(report);
  Json boxes = Json::array();
  for (std::size_t i = 0; i < report.buffers.size(); ++i) {
    const PlannedBuffer& buffer = report.buffers[i];
    const Lifetime lifetime = lifetimeOf(report, scene.rowOfStep, buffer);
    const ByteRange bytes = bytesOf(buffer);
    const auto colour = static_cast<int>(i);
    boxes.push_back({{"name", names[i]},
                     {"full_name", buffer.name},
                     {"writer", writerName(report, scene.rowOfStep, buffer)},
                     {"detail", buffer.detail},
                     {"kind", bufferKindName(bufferKind(report, buffer))},
                     {"scratch", buffer.scratch},
                     {"bytes", buffer.bytes},
                     {"first_byte", bytes.first},
                     {"end_byte", bytes.end},
                     {"first_step", std::max(0, static_cast<int>(buffer.firstOp))},
                     {"last_step", static_cast<int>(buffer.lastOp)},
                     {"from", lifetime.from},
                     {"to", lifetime.to},
                     {"peak", scene.inPeak[i] != 0},
                     {"offline", buffer.offlineOffset >= 0},
                     {"fill", {hexText(bufferFill(colour, false)), hexText(bufferFill(colour, true))}}});
  }
  return boxes;
}

} // namespace

Json sceneJson(const Report& report) {
  const InferenceScene scene = inferenceScene(report);
  Json json = {{"schema", "arenascope.scene.1"},
               {"minimum_bytes", report.arena->minimum},
               {"head_bytes", report.arena->head},
               {"tail_bytes", report.arena->tail},
               {"used_bytes", report.arena->used},
               {"caption", scene.caption},
               {"head", describeHead(report)},
               {"steps", stepsJson(report, scene)},
               {"buffers", boxesJson(report, scene)},
               {"order", scene.paintOrder},
               {"lost", Json::array()},
               {"peak_row", scene.peak},
               {"moments", Json::array()},
               {"phases", Json::array()},
               {"fullest_moment", report.analysis.peak}};
  if (scene.room) json["room_bytes"] = *scene.room;
  for (const InferenceScene::Lost& lost : scene.lost)
    json["lost"].push_back({static_cast<int>(lost.time), lost.bytes.first, lost.bytes.end});
  for (const ArenaMoment& moment : report.analysis.moments)
    json["moments"].push_back({moment.head, moment.temp, moment.tail, moment.need});
  const PhaseScale scale(report);
  for (const PhaseSpan& span : phaseSpans(report)) {
    const bool last = span.end >= report.allocations.size();
    json["phases"].push_back(
        {{"name", span.name},
         {"first", span.first},
         {"end", span.end},
         {"position", scale.positionOf(static_cast<double>(span.first))},
         {"position_end", last ? scale.length() : scale.positionOf(static_cast<double>(span.end))}});
  }
  return json;
}

} // namespace arenascope::profile
