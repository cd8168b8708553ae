#include "core/output/scene_writer.h"

#include <algorithm>

#include "core/report/operator_family.h"
#include "core/report/scene/arena_scene.h"
#include "core/report/scene/buffer_colours.h"
#include "core/report/scene/phase_scale.h"
#include "core/report/scene/tail_scene.h"
#include "core/report/text/short_names.h"

namespace arenascope::output {

namespace {

Json stepsJson(const report::Report& report, const report::InferenceScene& scene) {
  const std::vector<std::string> layers = report::layerNames(report);
  Json steps = Json::array();
  for (std::size_t i = 0; i < scene.rowOfStep.size(); ++i) {
    const int row = scene.rowOfStep[i];
    Json step = {{"label", report::stepName(report, scene.rowOfStep, static_cast<std::int32_t>(i))}, {"row", row}};
    if (row >= 0) {
      const report::OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
      step["title"] = report::operatorPlace(op) + " " + op.name;
      step["layer"] = layers[static_cast<std::size_t>(row)];
      step["family"] = report::familyKey(report::familyOf(op.name));
      step["live_bytes"] = op.liveBytes;
      if (report.cost) step["cycles"] = op.cost.cycles;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

Json boxesJson(const report::Report& report, const report::InferenceScene& scene) {
  const std::vector<std::string> names = report::shortBufferNames(report);
  const std::vector<report::Family> families = report::bufferFamilies(report);
  Json boxes = Json::array();
  for (std::size_t i = 0; i < report.buffers.size(); ++i) {
    const report::PlannedBuffer& buffer = report.buffers[i];
    const report::Lifetime lifetime = report::lifetimeOf(report, scene.rowOfStep, buffer);
    const report::ByteRange bytes = report::bytesOf(buffer);
    const auto colour = static_cast<int>(i);
    boxes.push_back(
        {{"name", names[i]},
         {"full_name", buffer.name},
         {"writer", report::writerName(report, scene.rowOfStep, buffer)},
         {"detail", buffer.detail},
         {"kind", report::bufferKindName(report::bufferKind(report, buffer))},
         {"family", report::familyKey(families[i])},
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
         {"fill",
          {report::hexText(report::bufferFill(colour, false)), report::hexText(report::bufferFill(colour, true))}}});
  }
  return boxes;
}

Json familiesJson(const report::Report& report) {
  Json families = Json::array();
  for (const report::Family family : report::kFamilies)
    families.push_back({{"key", report::familyKey(family)}, {"title", report::familyTitle(report, family)}});
  return families;
}

// Blocks of layers alone: what the interpreter has is in the bands.
void addTail(Json& json, const report::Report& report) {
  const report::TailScene scene = report::tailScene(report);
  json["tail"] = Json::array();
  json["tail_bands"] = Json::array();
  for (const report::TailBlock& block : scene.blocks) {
    if (block.row < 0) continue;
    const report::OperatorReport& op = report.operators[static_cast<std::size_t>(block.row)];
    json["tail"].push_back({{"first_byte", block.bytes.first},
                            {"end_byte", block.bytes.end},
                            {"step", static_cast<int>(op.time)},
                            {"family", report::familyKey(report::familyOf(op.name))}});
  }
  for (const report::TailBand& band : scene.bands)
    json["tail_bands"].push_back({{"first_byte", band.bytes.first},
                                  {"end_byte", band.bytes.end},
                                  {"of_layers", band.ofLayers},
                                  {"caption", band.caption}});
}

} // namespace

Json sceneJson(const report::Report& report) {
  const report::InferenceScene scene = report::inferenceScene(report);
  Json json = {{"schema", "arenascope.scene.1"},
               {"minimum_bytes", report.arena->minimum},
               {"head_bytes", report.arena->head},
               {"tail_bytes", report.arena->tail},
               {"used_bytes", report.arena->used},
               {"caption", scene.caption},
               {"head_title", scene.headTitle},
               {"head_detail", scene.headDetail},
               {"head", report::describeHead(report)},
               {"steps", stepsJson(report, scene)},
               {"buffers", boxesJson(report, scene)},
               {"order", scene.paintOrder},
               {"lost", Json::array()},
               {"peak_row", scene.peak},
               {"moments", Json::array()},
               {"phases", Json::array()},
               {"families", familiesJson(report)},
               {"fullest_moment", report.analysis.peak}};
  if (scene.capacity) json["room_bytes"] = *scene.capacity;
  addTail(json, report);
  for (const report::InferenceScene::Lost& lost : scene.lost)
    json["lost"].push_back({static_cast<int>(lost.time), lost.bytes.first, lost.bytes.end});
  for (const report::ArenaSnapshot& snapshot : report.analysis.snapshots)
    json["moments"].push_back({snapshot.head, snapshot.temp, snapshot.tail, snapshot.need});
  const report::PhaseScale scale(report);
  for (const report::PhaseSpan& span : report::phaseSpans(report)) {
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

} // namespace arenascope::output
