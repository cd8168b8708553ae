#include "app/cli/commands/plan_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/input_file.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/variant_options.h"
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
#include "service/optimize/planning.h"

namespace arenascope::cli {

using output::Json;

namespace {

struct PlanOptions {
  service::PlanRequest request; // for one model
  std::vector<std::filesystem::path> models;
  bool shared = false; // models take turns in one arena
  VariantOptions variants;
  RunOptions run;
  std::filesystem::path buffers;
  std::optional<std::int64_t> capacity;
  output::VersionFiles files;
  bool timing = false;
};

std::string_view asText(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<optimization::PlanReport> planned(PlanOptions& options, const std::filesystem::path& model) {
  options.request.profile.model = model;
  options.run.planner = report::Planner::kGreedy; // plans are for this planner
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return *failed;
  return withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::planModel(options.request, observer, control);
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
  setVariants(options.variants, options.request.profile, options.request.also);
  const auto result = planned(options, options.models.front());
  if (!result) return refuse(options.run, options.models.front(), result.error(), output::kPlanSchema);
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
std::optional<Error> wrongFolder(const std::vector<std::filesystem::path>& models,
                                 const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder))
    return Error{Stage::kExport,
                 folder.string() + ": not a folder; several models are written to a folder (--write FOLDER)"};
  std::set<std::filesystem::path> paths;
  for (const std::filesystem::path& model : models) {
    const std::filesystem::path path = pathIn(folder, model);
    if (!paths.insert(path).second)
      return Error{Stage::kExport, path.string() + ": two models have this name; nothing has been written"};
    for (const std::filesystem::path& other : models)
      if (isSameFile(path, other))
        return Error{Stage::kUsage, path.string() + ": is one of the models to be planned; choose another folder"};
  }
  return std::nullopt;
}

int planShared(PlanOptions& options) {
  setVariants(options.variants, options.request.profile, options.request.also);
  if (!options.files.model.empty())
    if (auto wrong = wrongFolder(options.models, options.files.model)) return complain(*wrong);
  std::vector<optimization::PlanReport> models;
  for (const std::filesystem::path& model : options.models) {
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
  solve.steps = options.request.seconds ? planner::kNoEnd : service::kPlanSteps;
  const service::TimeLimit limit(options.request.seconds.value_or(service::kMostPlanSeconds));
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
  if (options.buffers.empty() && options.models.empty()) throw CLI::RequiredError("MODEL or --buffers FILE");
  if (options.shared && options.variants.targets.size() * std::max<std::size_t>(1, options.variants.kernels.size()) > 1)
    throw CLI::ValidationError("--shared", "models share an arena on one target with one kernel set");
  if (options.shared && !options.run.inputs.empty())
    throw CLI::ValidationError("--shared", "inputs can be given for one model only");
  if (options.shared != (options.models.size() > 1))
    throw CLI::ValidationError("MODEL", options.shared ? "--shared takes two or more models"
                                                       : "several models can be planned together only, with --shared");
  return !options.buffers.empty() ? planBuffers(options) : options.shared ? planShared(options) : planModel(options);
}

} // namespace

void addPlanCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command = app.add_subcommand(
      "plan", "Search a better memory plan and write it into the model: a smaller arena on unmodified TFLM");
  CLI::Option* model =
      uses(command->add_option("MODEL", options->models,
                               "A .tflite file, or a C or C++ source with a model as an array; several with --shared"),
           FileUse::kRead);
  CLI::Option* shared = command->add_flag("--shared", options->shared,
                                          "Plan for models that take turns in one arena, through one allocator");
  CLI::Option* buffers = uses(command->add_option("--buffers", options->buffers,
                                                  "Place these buffers instead: comma-separated id,lower,upper,size "
                                                  "(half-open lifetimes) and, optionally, offset"),
                              FileUse::kRead)
                             ->excludes(model)
                             ->type_name("FILE");
  addWhole(*command, "--capacity", options->capacity, bytesFrom(1), "Stop as soon as a placement fits in N bytes")
      ->needs(buffers);
  addVariantOptions(*command, options->variants,
                    "Run the model on this target; the plan must hold for each of several");
  addChoice(*command, "--planner",
            "Memory planner: optimal (search), greedy (the interpreter's), or linear (no two buffers share bytes)",
            options->request.planner, optimization::kMethods, optimization::methodName);
  addChoice(*command, "--order", "Keep the order of operators, or search the order that needs the smallest arena",
            options->request.order, optimization::kOrderings, optimization::orderingName);
  command->add_flag("--overlap", options->request.overlap,
                    "Let outputs overlap input bytes that their operator has already read: measured and proven by "
                    "running, for these kernels only");
  addTimeLimit(*command, options->request.seconds,
               "Limit the search to S seconds and keep the best plan found by then (default: a fixed number of steps, "
               "about 10 s)");
  addVersionOptions(*command, options->files,
                    "Write the model with the plan in its metadata; with --shared, the models to this folder; with "
                    "--buffers, the offsets",
                    "Write a C++ header with kTensorArenaSize and the offset of every planned buffer");
  for (const char* option : {"--header", "--resolver"}) command->get_option(option)->excludes(shared);
  CLI::Option* timing = command->add_flag("--timing", options->timing, "Add the seconds of the search to the JSON");
  addModelOptions(*command, options->run);
  timing->needs("--json");
  command->callback([command, options, status] { *status = runPlan(*command, *options); });
}

} // namespace arenascope::cli
