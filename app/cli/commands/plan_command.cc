#include "app/cli/commands/plan_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/input_file.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/version_options.h"
#include "core/base/number_text.h"
#include "core/optimization/shared_plan.h"
#include "core/output/answers/buffers_csv.h"
#include "core/output/answers/plan_text.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/header_writer.h"
#include "core/output/json_parts.h"
#include "core/planner/placement_solver.h"
#include "service/control/time_limit.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

using output::Json;

namespace {

struct PlanOptions {
  RunOptions run;
  std::filesystem::path buffers;
  std::optional<std::int64_t> capacity;
  output::VersionFiles files;
  bool timing = false;
};

std::string_view asText(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<optimization::PlanReport> planned(PlanOptions& options, const std::string& model) {
  RunOptions one = options.run;
  one.models = {model};
  const auto request = jobOf(one, service::planRequest);
  if (!request) return request.error();
  return withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::planModel(*request, observer, control);
  });
}

// Error of a run whose allocation succeeded.
std::optional<Error> errorOf(const optimization::PlanReport& report) {
  for (const report::Report* run : {&report.before, &report.after})
    if (run->error) return run->error;
  for (const optimization::PlannedRun& other : report.others)
    if (other.after.error) return other.after.error;
  return std::nullopt;
}

int planModel(PlanOptions& options) {
  const auto result = planned(options, options.run.models.front());
  if (!result) return refuse(options.run, options.run.models.front(), result.error(), output::kPlanSchema);
  const optimization::PlanReport& report = *result;
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(report, options.timing); }))
    return complain(*failed);
  if (auto failed = writeVersionAndSay(options.files, report.after, report.model, output::toPlanHeader))
    return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(report, colour); });
  if (!printed) return complain(cannotPrint());
  if (auto failed = errorOf(report)) return complain(*failed);
  return checkBudget(options.run, report.after.arena->minimum);
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

int planShared(PlanOptions& options) {
  if (!options.files.model.empty())
    if (auto wrong = wrongFolder(options.run.models, options.files.model)) return complain(*wrong);
  std::vector<optimization::PlanReport> models;
  for (const std::string& model : options.run.models) {
    const auto result = planned(options, model);
    if (!result) return refuse(options.run, model, result.error(), output::kPlanSchema);
    models.push_back(*result);
  }
  const optimization::SharedPlan shared = optimization::sharedPlan(std::move(models));
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(shared, options.timing); }))
    return complain(*failed);
  for (const optimization::PlanReport& model : shared.models)
    if (auto failed = options.files.model.empty()
                          ? std::nullopt
                          : writeAndSay(pathIn(options.files.model, model.before.model.path), asText(model.model)))
      return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(shared, colour); });
  if (!printed) return complain(cannotPrint());
  for (const optimization::PlanReport& model : shared.models)
    if (auto failed = errorOf(model)) return complain(*failed);
  return checkBudget(options.run, shared.after.minimum);
}

std::string placementJson(const output::NamedBuffers& named, const planner::Placement& placement,
                          const PlanOptions& options) {
  Json json = {{"schema", output::kPlanSchema}, {"status", "ok"}};
  if (options.capacity) json["capacity"] = *options.capacity;
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

int planBuffers(const PlanOptions& options) {
  const auto file = readInputFile(options.buffers);
  if (!file) return complain(file.error());
  const auto named = output::readBuffers(std::string(asText(*file)), options.buffers.string());
  if (!named) return complain(named.error());
  planner::SolveOptions solve;
  solve.steps = options.run.seconds ? planner::kNoEnd : service::kPlanSteps;
  const service::TimeLimit limit(options.run.seconds.value_or(service::kMostPlanSeconds));
  solve.stop = [&](std::int64_t, std::int64_t) { return limit.gone(); };
  solve.enough = options.capacity;
  const planner::Placement placement = planner::solve(named->buffers, solve);
  if (auto wrong = planner::wrongPlacement(named->buffers, placement.offsets))
    return complain(
        {Stage::kBuffers, options.buffers.string() + ": the fixed offsets contradict each other: " + *wrong});
  if (auto failed = writeIfAsked(options.run.json, [&] { return placementJson(*named, placement, options); }))
    return complain(*failed);
  if (auto failed = writeIfAsked(options.files.model, [&] { return output::writeBuffers(*named, placement.offsets); }))
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
int runPlan(const CLI::App& command, PlanOptions& options) {
  if (!options.buffers.empty())
    if (auto wrong = refuseAllBut(command, {"--buffers", "--capacity", "--time-limit", "--write", "--json"},
                                  "needs a model; --buffers places the buffers that a file lists"))
      return complain(*wrong);
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  if (options.buffers.empty() && options.run.models.empty()) throw CLI::RequiredError("MODEL or --buffers FILE");
  if (options.run.shared && std::max(options.run.targets.size(), options.run.kernels.size()) > 1)
    throw CLI::ValidationError("--shared", "models share an arena on one target with one kernel set");
  if (options.run.shared && !options.run.inputs.empty())
    throw CLI::ValidationError("--shared", "inputs can be given for one model only");
  if (options.run.shared != (options.run.models.size() > 1))
    throw CLI::ValidationError("MODEL", options.run.shared
                                            ? "--shared takes two or more models"
                                            : "several models can be planned together only, with --shared");
  return !options.buffers.empty() ? planBuffers(options)
         : options.run.shared     ? planShared(options)
                                  : planModel(options);
}

} // namespace

void addPlanCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command = addUseCase(app, "plan", options->run);
  CLI::Option* model = command->get_option("MODEL")->required(false); // or --buffers
  CLI::Option* shared = command->get_option("--shared");
  CLI::Option* buffers =
      uses(
          command->add_option(
              "--buffers", options->buffers,
              "Place these buffers instead: comma-separated id,lower,upper,size (half-open lifetimes) and, optionally, "
              "offset"),
          FileUse::kRead)
          ->excludes(model)
          ->type_name("FILE");
  addWhole(*command, "--capacity", options->capacity, bytesFrom(1), "Stop as soon as a placement fits in N bytes")
      ->needs(buffers);
  addVersionOptions(*command, options->files,
                    "Write the model with the plan in its metadata; with --shared, the models to this folder; with "
                    "--buffers, the offsets",
                    "Write a C++ header with kTensorArenaSize and the offset of every planned buffer");
  for (const char* option : {"--header", "--resolver"}) command->get_option(option)->excludes(shared);
  CLI::Option* timing = command->add_flag("--timing", options->timing, "Add the seconds of the search to the JSON");
  addJsonOption(*command, options->run.json);
  timing->needs("--json")->group(kFilesGroup);
  command->callback([command, options, status] { *status = runPlan(*command, *options); });
}

} // namespace arenascope::cli
