#include "app/cli/commands/compare_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/comparison_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

using report::Report;

namespace {

int runCompare(const CLI::App& command, RunOptions& options) {
  if (auto wrong = refuseForModels(command, options.models)) return complain(*wrong);
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  const auto requests = jobOf(options, service::comparedRequests);
  if (!requests) return complain(requests.error());
  if (requests->size() < 2)
    return complain({Stage::kUsage, "nothing to compare: name two models, targets, kernel sets or revisions"});
  const report::Comparison comparison = report::compareReports(profileWithProgress(*requests));
  int status = kExitDone;
  for (const Report& report : comparison.reports) {
    if (report.error)
      status = complain({report.error->stage == Stage::kUsage ? Stage::kNone : report.error->stage,
                         report.model.path + ": " + report.error->message});
    if (status == kExitDone) status = checkBudget(options, report);
  }
  if (auto failed = writeIfAsked(options.json, [&] { return output::toJson(comparison); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.csv, [&] { return output::toCsv(comparison); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(comparison, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addCompareCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = addUseCase(app, "compare", *options);
  addJsonOption(*command, options->json);
  addCsvOption(*command, *options);
  command->callback([command, options, status] { *status = runCompare(*command, *options); });
}

} // namespace arenascope::cli
