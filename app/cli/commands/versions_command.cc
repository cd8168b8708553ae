#include "app/cli/commands/versions_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/versions_writer.h"
#include "service/diagnose/versions.h"

namespace arenascope::cli {

namespace {

struct VersionsOptions {
  service::VersionsRequest request;
  RunOptions run;
  std::string svg;
};

int runVersions(const CLI::App& command, VersionsOptions& options) {
  if (auto wrong = refuseForModel(command, options.request.profile.model)) return complain(*wrong);
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return complain(*failed);
  options.request.everyRevision = !isGiven(command, "--tflm");
  const bool terminal = isatty(STDERR_FILENO) != 0;
  service::BatchControl control(service::kMostVersionRuns);
  const auto table = service::versionsOf(options.request, terminal ? showProgress : nullptr, control);
  if (terminal) clearProgress();
  if (!table) return complain(table.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*table); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.svg, [&] { return output::toSvg(*table); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*table, colour); });
  return printed ? kExitDone : complain(cannotPrint());
}

} // namespace

void addVersionsCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<VersionsOptions>();
  service::ProfileRequest& profile = options->request.profile;
  CLI::App* command =
      app.add_subcommand("versions", "A model with each release of its target's libraries: arena, scratch memory and "
                                     "hazards, the releases that are safe, and the line that pins one");
  uses(command->add_option("MODEL", profile.model, "A .tflite file, or a C or C++ source with one as an array"),
       FileUse::kRead)
      ->required();
  addTargetOption(*command, profile.target);
  addRevisionOptions(*command, profile);
  addResourceVariables(*command, options->run,
                       "Create room for N resource variables (default: as many as the model "
                       "names)");
  addNoInvoke(*command, options->run);
  addJsonOption(*command, options->run.json, "The table as JSON; - is standard output");
  uses(command->add_option("--svg", options->svg, "A chart over time: a bar for each release"), FileUse::kWrite)
      ->type_name("FILE");
  addLimitOptions(*command, options->run);
  command->callback([command, options, status] { *status = runVersions(*command, *options); });
}

} // namespace arenascope::cli
