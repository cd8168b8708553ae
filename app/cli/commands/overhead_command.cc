#include "app/cli/commands/overhead_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/overhead_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

using report::Report;

namespace {

int runOverhead(const CLI::App& command, RunOptions& options) {
  if (auto wrong = refuseForModels(command, options.models)) return complain(*wrong);
  const auto requests = jobOf(options, service::profileRequests);
  if (!requests) return complain(requests.error());
  const std::vector<Report> reports = profileWithProgress(*requests);
  int status = kExitDone;
  for (const Report& report : reports)
    if (report.error) status = complain({report.error->stage, report.model.path + ": " + report.error->message});
  if (auto failed = writeIfAsked(options.json, [&] { return output::overheadJson(reports); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::overheadText(reports, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addOverheadCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = addUseCase(app, "overhead", *options);
  addJsonOption(*command, options->json, "Write the table as JSON");
  command->callback([command, options, status] { *status = runOverhead(*command, *options); });
}

} // namespace arenascope::cli
