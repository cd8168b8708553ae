#include "core/plan/shared_plan.h"

#include "core/plan/plan_text.h"
#include "core/profile/json_parts.h"
#include "core/profile/number_text.h"
#include "core/profile/text_format.h"

namespace arenascope::plan {

using profile::format;
using profile::grouped;
using profile::Json;
using profile::Report;
using profile::SharedArena;
using profile::Style;

namespace {

SharedArena arenaOf(const std::vector<PlanReport>& models, Report PlannedRun::*report) {
  std::vector<const Report*> reports;
  for (const PlanReport& model : models) reports.push_back(&(model.*report));
  return profile::sharedArena(reports).value();
}

Json arenaJson(const SharedArena& arena) {
  return {{"minimum_bytes", arena.minimum}, {"head_bytes", arena.head},
          {"tail_bytes", arena.tail},       {"construction_order", arena.order},
          {"apart_bytes", arena.apart},     {"split_arenas", profile::splitJson(arena.split)}};
}

std::string nameOf(const PlanReport& model) { return profile::printable(model.before.model.path); }

} // namespace

SharedPlan sharedPlan(std::vector<PlanReport> models) {
  SharedPlan shared;
  shared.before = arenaOf(models, &PlannedRun::before);
  shared.after = arenaOf(models, &PlannedRun::after);
  shared.models = std::move(models);
  return shared;
}

std::string toJson(const SharedPlan& shared, bool timing) {
  Json json = {{"schema", kSchema}, {"status", "ok"}, {"shared", true}};
  json["models"] = Json::array();
  for (const PlanReport& model : shared.models) {
    json["models"].push_back(planJson(model, timing));
    if (model.after.error) json["status"] = "failed";
  }
  json["before"] = arenaJson(shared.before);
  json["after"] = arenaJson(shared.after);
  return profile::dumped(json);
}

std::string toText(const SharedPlan& shared, bool colour) {
  const Style style = profile::terminalStyle(colour);
  const SharedArena& before = shared.before;
  const SharedArena& after = shared.after;
  std::string text = style.strong + std::to_string(shared.models.size()) + " models that take turns in one arena" +
                     style.end + "\n" + style.weak + "On " + profile::describeSettings(shared.models.front().before) +
                     ", " + shared.models.front().planner + " planner" + style.end + "\n\n";
  text += "  kTensorArenaSize = " + grouped(after.minimum) +
          " bytes for all of them, when the interpreters are created in this order:\n";
  for (std::size_t i = 0; i < after.order.size(); ++i)
    text += format("    %zu. %s\n", i + 1, nameOf(shared.models[after.order[i]]).c_str());
  text += "\n" + headingRow("bytes", "as they are", "with plans", style);
  text += figureRow("one arena for all", before.minimum, after.minimum, style);
  text += figureRow("  head, of the largest", before.head, after.head, style);
  text += figureRow("  tails together", before.tail, after.tail, style);
  text += figureRow("an arena for each", before.apart, after.apart, style);
  text += figureRow("two arenas: persistent", before.split.persistent, after.split.persistent, style);
  text += figureRow("  and non-persistent", before.split.nonPersistent, after.split.nonPersistent, style);
  text += std::string("\n") + style.weak + "  heads of the models" + style.end + "\n";
  bool identical = true;
  for (const PlanReport& model : shared.models) {
    text += figureRow(profile::shortened(nameOf(model), 28).c_str(), model.before.arena->head, model.bytes(), style);
    identical = identical && model.outputsIdentical;
  }
  text += identical ? "\n  Every model was run with and without its plan: the outputs are identical.\n"
                    : "\n  Outputs were not compared for all models: not every inference ran to its end.\n";
  return text + "  What they share is computed by replaying the allocations of these runs, in all orders of up to six "
                "models.\n";
}

} // namespace arenascope::plan
