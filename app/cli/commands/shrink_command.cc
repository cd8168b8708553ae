#include "app/cli/commands/shrink_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/one_of.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/variant_options.h"
#include "app/cli/options/version_options.h"
#include "core/output/answers/shrink_writer.h"
#include "service/optimize/shrinking.h"

namespace arenascope::cli {

namespace {

struct ShrinkOptions {
  service::ShrinkRequest request;
  VariantOptions variants;
  std::vector<std::string> means;
  RunOptions run;
  PictureOptions pictures;
  output::VersionFiles files;
  bool anyway = false; // write although over budget
  bool timing = false;
};

void setMeans(const std::vector<std::string>& names, optimization::Means& means) {
  if (names.empty()) return;
  const auto has = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  means = {has("order"), true, has("overlap"), has("strips")};
}

int runShrink(ShrinkOptions& options) {
  setVariants(options.variants, options.request.profile, options.request.also);
  setMeans(options.means, options.request.means);
  options.run.planner = report::Planner::kGreedy; // plans are for this planner
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return complain(*failed);
  options.request.budget = options.run.budget;
  const auto result = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::shrinkModel(options.request, observer, control);
  });
  if (!result) return refuse(options.run, options.request.profile.model, result.error(), output::kShrinkSchema);
  const optimization::ShrinkReport& report = *result;
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(report, options.timing); }))
    return complain(*failed);
  if (auto failed = writePareto(options.pictures, report)) return complain(*failed);
  const bool write = report.meetsBudget() || options.anyway;
  if (write)
    if (auto failed = writeVersionAndSay(options.files, report.after().runs.front(), report.after().model))
      return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(report, colour); });
  if (!printed) return complain(cannotPrint());
  if (report.meetsBudget()) return kExitDone;
  complain({Stage::kPlan,
            output::describeChoice(report) +
                (options.files.model.empty() || write ? "" : " It has not been written (--anyway writes it).")});
  return kExitOverBudget;
}

} // namespace

void addShrinkCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<ShrinkOptions>();
  CLI::App* command =
      app.add_subcommand("shrink", "Search smaller versions of the model for unmodified TFLM: other orders, better "
                                   "plans, in-place outputs, operators computed strip by strip; with the cost of each");
  addModelArgument(*command, options->request.profile.model)->required();
  addVariantOptions(*command, options->variants,
                    "Run the model on this target; outputs must be the same on each of several");
  command->add_option("--means", options->means, "Use only these techniques, besides a better plan (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(oneOf({"plan", "order", "overlap", "strips"}))
      ->type_name("NAME,...");
  addReal(*command, "--max-cycles-growth", options->request.mostGrowth, {0, 1'000},
          "Allow the chosen version P percent more cycles", "P");
  addTimeLimit(*command, options->request.seconds,
               "Limit the search to S seconds and report what has been found and proven by then (default: a fixed "
               "number of versions, about 60 s)");
  addVersionOptions(*command, options->files, "Write the chosen version as a model; none is written over the budget",
                    "Write a C++ header with its kTensorArenaSize");
  command->add_flag("--anyway", options->anyway, "Write the smallest version even if it is over the budget")
      ->needs("--write");
  CLI::Option* timing = command->add_flag("--timing", options->timing, "Add the seconds of the search to the JSON");
  addTwoFormats(*command, options->pictures, "Arena against cycles");
  addInferenceOptions(*command, options->run);
  addBudget(*command, options->run);
  timing->needs("--json");
  command->footer("With --budget the cheapest version within it is chosen, otherwise the smallest. Strips, plans and "
                  "orders hold for any kernels; in-place outputs are proven for the kernels of the run only, which the "
                  "written model names. Strips need CONCATENATION, SPLIT_V and PAD in the resolver: --resolver writes "
                  "all operators that the version needs.");
  command->callback([options, status] { *status = runShrink(*options); });
}

} // namespace arenascope::cli
