#include "app/cli/commands/versions_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/versions_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct VersionsOptions {
  RunOptions run;
  std::string svg;
};

int runVersions(const CLI::App& command, VersionsOptions& options) {
  if (auto wrong = refuseForModel(command, options.run.models.front())) return complain(*wrong);
  const auto request = jobOf(options.run, service::versionsRequest);
  if (!request) return complain(request.error());
  const bool terminal = showsProgress();
  service::BatchControl control(service::kMostVersionRuns);
  const auto table = service::versionsOf(*request, terminal ? showProgress : nullptr, control);
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
  CLI::App* command = addUseCase(app, "versions", options->run);
  addJsonOption(*command, options->run.json, "Write the table as JSON");
  uses(command->add_option("--svg", options->svg, "Write a chart with a bar for each release"), FileUse::kWrite)
      ->type_name("FILE");
  command->callback([command, options, status] { *status = runVersions(*command, *options); });
}

} // namespace arenascope::cli
