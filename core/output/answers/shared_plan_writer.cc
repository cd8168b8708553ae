#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/answers/plan_parts.h"
#include "core/output/answers/plan_writer.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::PlanReport;
using optimization::SharedPlan;
using report::SharedArena;

namespace {

Json sharedArenaJson(const SharedArena& arena) {
  return {{"minimum_bytes", arena.minimum},    {"head_bytes", arena.head},   {"tail_bytes", arena.tail},
          {"construction_order", arena.order}, {"apart_bytes", arena.apart}, {"split_arenas", splitJson(arena.split)}};
}

std::string nameOf(const PlanReport& model) { return printable(model.before.model.path); }

} // namespace

std::string toJson(const SharedPlan& shared, bool timing) {
  Json json = {{"schema", kPlanSchema}, {"status", "ok"}, {"shared", true}};
  json["models"] = Json::array();
  for (const PlanReport& model : shared.models) {
    json["models"].push_back(planJson(model, timing));
    if (model.after.error) json["status"] = "failed";
  }
  json["before"] = sharedArenaJson(shared.before);
  json["after"] = sharedArenaJson(shared.after);
  return dumped(json);
}

std::string toText(const SharedPlan& shared, bool colour) {
  const Style style = terminalStyle(colour);
  const SharedArena& before = shared.before;
  const SharedArena& after = shared.after;
  std::string text =
      fmt::format("{}{} models that take turns in one arena{}\n{}On {}, {} planner{}\n\n", style.strong,
                  shared.models.size(), style.end, style.weak, report::describeSettings(shared.models.front().before),
                  methodName(shared.models.front().planner), style.end);
  text += "  kTensorArenaSize = " + grouped(after.minimum) +
          " bytes for all of them, with the interpreters created in this order:\n";
  for (std::size_t i = 0; i < after.order.size(); ++i)
    text += fmt::format("    {}. {}\n", i + 1, nameOf(shared.models[after.order[i]]));
  text += "\n" + headingRow("bytes", "unchanged", "with plans", style);
  text += figureRow("one arena for all", before.minimum, after.minimum, style);
  text += figureRow("  head, of the largest", before.head, after.head, style);
  text += figureRow("  tails together", before.tail, after.tail, style);
  text += figureRow("an arena for each", before.apart, after.apart, style);
  text += figureRow("two arenas: persistent", before.split.persistent, after.split.persistent, style);
  text += figureRow("  and non-persistent", before.split.nonPersistent, after.split.nonPersistent, style);
  text += std::string("\n") + style.weak + "  heads of the models" + style.end + "\n";
  bool identical = true;
  planner::SearchEnd end = planner::SearchEnd::kDone;
  for (const PlanReport& model : shared.models) {
    text += figureRow(shortened(nameOf(model), 28).c_str(), model.before.arena->head, model.bytes(), style);
    identical = identical && model.outputsIdentical;
    end = std::max(end, model.end);
  }
  text += endText(end);
  text += identical
              ? "\n  Every model has been run with and without its plan: the outputs are identical.\n"
              : "\n  The outputs of some models have not been compared: their inference did not run to its end.\n";
  return text + "  The shared arena is computed by replaying the allocations of these runs, in all orders of up to six "
                "models.\n";
}

} // namespace arenascope::output
