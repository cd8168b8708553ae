#include "core/output/history/history_json.h"

namespace arenascope::output {

using history::Cause;
using history::Move;
using history::Point;
using history::Row;

namespace {

Json numberOrNull(const std::optional<std::uint64_t>& number) { return number ? Json(*number) : Json(nullptr); }

Json causeJson(const Cause& cause) {
  Json json = {{"kind", cause.kind}, {"name", cause.name}};
  if (!cause.from.empty()) {
    json["from"] = cause.from;
    json["to"] = cause.to;
  } else {
    json["before"] = numberOrNull(cause.before);
    json["after"] = numberOrNull(cause.after);
  }
  return json;
}

} // namespace

Json rowJson(const Row& row) {
  Json json = {{"status", row.ok() ? "ok" : "failed"}, {"image", row.image}, {"target", row.target}};
  if (!row.ok()) json["error"] = row.error;
  if (!row.board.empty()) json["board"] = row.board;
  json["kernels"] = row.kernels;
  json["tflm"] = row.tflm;
  json["planner"] = row.planner;
  json["compiler"] = row.compiler;
  json["program"] = row.program;
  json["sha256"] = row.sha256;
  json["figures"] = row.figures;
  json["budgets"] = row.budgets;
  json["peak"] = row.peak;
  json["hazards"] = row.hazards;
  return json;
}

Json movesJson(const std::vector<Move>& moves) {
  Json all = Json::array();
  for (const Move& move : moves) {
    Json causes = Json::array();
    for (const Cause& cause : move.causes) causes.push_back(causeJson(cause));
    all.push_back({{"figure", move.figure},
                   {"before", numberOrNull(move.before)},
                   {"after", numberOrNull(move.after)},
                   {"causes", std::move(causes)},
                   {"text", move.text}});
  }
  return all;
}

Json pointJson(const Point& point, const history::Series& series) {
  Json json = {{"commit", point.row.commit},
               {"authored", point.row.authored},
               {"subject", point.row.subject},
               {"uncommitted", point.row.changed},
               {"mainline", point.mainline}};
  if (!point.measuredAt.empty()) json["measured_at"] = point.measuredAt;
  Json before = Json::array();
  for (const std::size_t i : point.before) before.push_back(series.points[i].row.commit);
  json["compared_with"] = std::move(before);
  json["measured"] = rowJson(point.row);
  json["moves"] = movesJson(point.moves);
  json["new_hazards"] = point.newHazards;
  json["gone_hazards"] = point.goneHazards;
  json["newly_over_budget"] = point.newlyOver;
  return json;
}

} // namespace arenascope::output
