#include "app/cli/commands/shrink_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/version_options.h"
#include "core/output/answers/shrink_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct ShrinkOptions {
  RunOptions run;
  PictureOptions pictures;
  output::VersionFiles files;
  bool anyway = false; // write although over budget
  bool timing = false;
};

int runShrink(ShrinkOptions& options) {
  const auto request = jobOf(options.run, service::shrinkRequest);
  if (!request) return complain(request.error());
  const auto result = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::shrinkModel(*request, observer, control);
  });
  if (!result) return refuse(options.run, request->profile.model, result.error(), output::kShrinkSchema);
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
  CLI::App* command = addUseCase(app, "shrink", options->run);
  addJsonOption(*command, options->run.json);
  addVersionOptions(*command, options->files, "Write the chosen version as a model; none is written over the budget",
                    "Write a C++ header with its kTensorArenaSize");
  command->add_flag("--anyway", options->anyway, "Write the smallest version even if it is over the budget")
      ->needs("--write")
      ->group(kFilesGroup);
  CLI::Option* timing = command->add_flag("--timing", options->timing, "Add the seconds of the search to the JSON");
  addTwoFormats(*command, options->pictures, "arena against cycles");
  timing->needs("--json")->group(kFilesGroup);
  command->footer("With --budget the cheapest version within it is chosen, otherwise the smallest. Strips, plans and "
                  "orders hold for any kernels; in-place outputs are proven for the kernels of the run only, which the "
                  "written model names. Strips need CONCATENATION, SPLIT_V, PAD and IF in the resolver: --resolver "
                  "writes all operators that the version needs.");
  command->callback([options, status] { *status = runShrink(*options); });
}

} // namespace arenascope::cli
