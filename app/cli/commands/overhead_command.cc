#include "app/cli/commands/overhead_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/overhead_writer.h"
#include "emulator/engine/target.h"

namespace arenascope::cli {

using report::Report;
using service::ProfileRequest;

namespace {

struct OverheadOptions {
  std::vector<std::filesystem::path> models;
  ProfileRequest request; // for every model
  RunOptions run;
};

int runOverhead(const CLI::App& command, OverheadOptions& options) {
  if (auto wrong = refuseForModels(command, options.models)) return complain(*wrong);
  if (auto failed = applyRunOptions(options.run, options.request)) return complain(*failed);
  std::vector<ProfileRequest> requests(options.models.size(), options.request);
  for (std::size_t i = 0; i < requests.size(); ++i) requests[i].model = options.models[i];
  const std::vector<Report> reports = profileWithProgress(requests);
  int status = kExitDone;
  for (const Report& report : reports)
    if (report.error) status = complain({report.error->stage, report.model.path + ": " + report.error->message});
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::overheadJson(reports); }))
    return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::overheadText(reports, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addOverheadCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<OverheadOptions>();
  CLI::App* command =
      app.add_subcommand("overhead", "Show the interpreter's own cycles beside the kernels', for several models");
  uses(command->add_option("MODEL", options->models, "One model or several"), FileUse::kRead)->required();
  addTargetOption(*command, options->request.target, "Run the models on this target");
  addKernelsOption(*command, options->request.kernels);
  addRevisionOptions(*command, options->request);
  addJsonOption(*command, options->run.json, "Write the table as JSON; - is standard output");
  addLimitOptions(*command, options->run);
  command->callback([command, options, status] { *status = runOverhead(*command, *options); });
}

} // namespace arenascope::cli
