#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "app/cli/commands/answer_command.h"
#include "app/cli/commands/subcommands.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/options/input_file.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/version_options.h"
#include "core/base/number_text.h"
#include "core/output/answers/buffers_csv.h"
#include "core/output/answers/plan_text.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/header_writer.h"
#include "core/output/json_parts.h"
#include "core/planner/placement_solver.h"
#include "service/control/time_limit.h"
#include "service/optimize/planning.h"

namespace arenascope::cli {

using output::Json;

namespace {

struct BufferOptions {
  std::filesystem::path file;
  std::optional<std::int64_t> capacity;
};

std::string_view asText(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::filesystem::path pathIn(const std::filesystem::path& folder, const std::filesystem::path& model) {
  return folder / model.stem().concat(".tflite");
}

// Checks that writing models under their own names into a folder replaces no input.
std::optional<Error> wrongFolder(const std::vector<std::string>& models, const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder))
    return Error{Stage::kExport,
                 folder.string() + ": not a folder; several models are written to a folder (--write FOLDER)"};
  std::set<std::filesystem::path> paths;
  for (const std::filesystem::path model : models) {
    const std::filesystem::path path = pathIn(folder, model);
    if (!paths.insert(path).second)
      return Error{Stage::kExport, path.string() + ": two models have this name; nothing has been written"};
    for (const std::string& other : models)
      if (isSameFile(path, other))
        return Error{Stage::kUsage, path.string() + ": is one of the models to be planned; choose another folder"};
  }
  return std::nullopt;
}

std::optional<Error> writeShared(const AnswerCommand& plan, const service::Answer& answer) {
  if (!plan.run.shared || plan.version.model.empty()) return std::nullopt;
  for (std::size_t i = 0; i < answer.models.size(); ++i)
    if (auto failed = writeAndSay(pathIn(plan.version.model, plan.run.models[i]), asText(answer.models[i])))
      return failed;
  return std::nullopt;
}

std::string placementJson(const output::NamedBuffers& named, const planner::Placement& placement,
                          std::optional<std::int64_t> capacity) {
  Json json = {{"schema", output::kPlanSchema}, {"status", "ok"}};
  if (capacity) json["capacity"] = *capacity;
  json["lower_bound_bytes"] = placement.lowerBound;
  json["greedy_bytes"] = heightOf(named.buffers, placeGreedily(named.buffers, planner::GreedyOrder::kSize));
  json["bytes"] = placement.bytes;
  json["proven_optimal"] = placement.provenOptimal();
  json["complete"] = placement.end == planner::SearchEnd::kDone;
  json["buffers"] = Json::array();
  for (std::size_t i = 0; i < named.ids.size(); ++i)
    json["buffers"].push_back({{"id", named.ids[i]},
                               {"lower", named.buffers[i].lower},
                               {"upper", named.buffers[i].upper},
                               {"size", named.buffers[i].size},
                               {"offset", placement.offsets[i]}});
  return output::dumped(json);
}

int planBuffers(const AnswerCommand& plan, const BufferOptions& options) {
  const auto file = readInputFile(options.file);
  if (!file) return complain(file.error());
  const auto named = output::readBuffers(std::string(asText(*file)), options.file.string());
  if (!named) return complain(named.error());
  planner::SolveOptions solve;
  solve.steps = plan.run.seconds ? planner::kNoEnd : service::kPlanSteps;
  const service::TimeLimit limit(plan.run.seconds.value_or(service::kMostPlanSeconds));
  solve.stop = [&](std::int64_t, std::int64_t) { return limit.gone(); };
  solve.enough = options.capacity;
  const planner::Placement placement = planner::solve(named->buffers, solve);
  if (auto wrong = planner::wrongPlacement(named->buffers, placement.offsets))
    return complain({Stage::kBuffers, options.file.string() + ": the fixed offsets contradict each other: " + *wrong});
  if (auto failed = writeIfAsked(plan.run.json, [&] { return placementJson(*named, placement, options.capacity); }))
    return complain(*failed);
  if (auto failed = writeIfAsked(plan.version.model, [&] { return output::writeBuffers(*named, placement.offsets); }))
    return complain(*failed);
  const std::string bytes = grouped(static_cast<std::uint64_t>(placement.bytes));
  const std::string bound = grouped(static_cast<std::uint64_t>(placement.lowerBound));
  const bool printed = printText([&](bool) {
    const std::string end = output::describeEnd(placement.end);
    return fmt::format("{} buffers in {} bytes{}{}\n", named->ids.size(), bytes,
                       placement.provenOptimal() ? ", proven optimal" : "; the lower bound is " + bound,
                       end.empty() ? "" : "\n" + end + " A longer --time-limit continues the search.");
  });
  if (!printed) return complain(cannotPrint());
  if (!options.capacity || placement.bytes <= *options.capacity) return kExitDone;
  return complain(
      {Stage::kPlan, fmt::format("no placement within {} bytes has been found; {}", *options.capacity,
                                 placement.lowerBound > *options.capacity
                                     ? "there is none: the lower bound is " + bound
                                     : "the best placement takes " + bytes + ", and " + bound +
                                           " may be possible (a longer --time-limit continues the search)")});
}

// Valid combinations of options, which the parser cannot express.
std::optional<Error> refuseCombination(const AnswerCommand& plan) {
  const RunOptions& run = plan.run;
  if (run.models.empty()) throw CLI::RequiredError("MODEL or --buffers FILE");
  if (run.shared && std::max(run.targets.size(), run.kernels.size()) > 1)
    throw CLI::ValidationError("--shared", "models share an arena on one target with one kernel set");
  if (run.shared && !run.inputs.empty())
    throw CLI::ValidationError("--shared", "inputs can be given for one model only");
  if (run.shared != (run.models.size() > 1))
    throw CLI::ValidationError("MODEL", run.shared ? "--shared takes two or more models"
                                                   : "several models can be planned together only, with --shared");
  return run.shared && !plan.version.model.empty() ? wrongFolder(run.models, plan.version.model) : std::nullopt;
}

} // namespace

void addPlanCommand(CLI::App& app, int* status) {
  AnswerCommand& plan = addAnswer(app, status, "plan", service::planAnswer);
  const auto buffers = std::make_shared<BufferOptions>();
  CLI::Option* model = plan.app->get_option("MODEL")->required(false); // or --buffers
  CLI::Option* shared = plan.app->get_option("--shared");
  CLI::Option* file =
      uses(
          plan.app->add_option(
              "--buffers", buffers->file,
              "Place these buffers instead: comma-separated id,lower,upper,size (half-open lifetimes) and, optionally, "
              "offset"),
          FileUse::kRead)
          ->excludes(model)
          ->type_name("FILE");
  addWhole(*plan.app, "--capacity", buffers->capacity, bytesFrom(1), "Stop as soon as a placement fits in N bytes")
      ->needs(file);
  addVersionOptions(*plan.app, plan.version,
                    "Write the model with the plan in its metadata; with --shared, the models to this folder; with "
                    "--buffers, the offsets",
                    "Write a C++ header with kTensorArenaSize and the offset of every planned buffer");
  plan.header = output::toPlanHeader;
  for (const char* option : {"--header", "--resolver"}) plan.app->get_option(option)->excludes(shared);
  addTiming(plan);
  plan.prepare = [&plan] { return refuseCombination(plan); };
  plan.finish = [&plan](const service::Answer& answer) { return writeShared(plan, answer); };
  plan.instead = [&plan, buffers]() -> std::optional<int> {
    if (buffers->file.empty()) return std::nullopt;
    const auto wrong = refuseAllBut(*plan.app, {"--buffers", "--capacity", "--time-limit", "--write", "--json"},
                                    "needs a model; --buffers places the buffers that a file lists");
    return wrong ? complain(*wrong) : planBuffers(plan, *buffers);
  };
}

} // namespace arenascope::cli
