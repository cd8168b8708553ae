#include "app/cli/commands/history_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/history/history_page.h"
#include "core/output/history/history_writer.h"
#include "service/use_case/history_answers.h"
#include "service/use_case/use_cases.h"

namespace arenascope::cli {

namespace {

struct HistoryOptions {
  RunOptions run;
  std::string html;
};

int runHistory(HistoryOptions& options) {
  const auto timeline = service::historyOf(service::historyRequest(options.run));
  if (!timeline) return complain(timeline.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*timeline); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.run.csv, [&] { return output::toCsv(*timeline); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.html, [&] { return output::toHtml(*timeline, options.run.figures); }))
    return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*timeline, options.run.figures, colour); });
  return printed ? kExitDone : complain(cannotPrint());
}

int runBackfill(const CLI::App& command, RunOptions& options) {
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  const auto request = jobOf(options, service::backfillRequest);
  if (!request) return complain(request.error());
  const auto done = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::backfill(*request, service::progressOf(observer.onProgress, "commit"), control);
  });
  if (!done) return complain(done.error());
  if (auto failed = writeIfAsked(options.json, [&] { return service::toJson(*done); })) return complain(*failed);
  const bool printed = printText([&](bool) { return service::toText(*done); });
  if (!printed) return complain(cannotPrint());
  const bool isNothingKnown = done->measured + done->reused + done->present == 0;
  return isNothingKnown && !done->failed.empty() ? kExitFailed : kExitDone;
}

CLI::App* addBackfill(CLI::App& history, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = history.add_subcommand("backfill", service::findUseCase("backfill")->summary);
  addFields(*command, "backfill", *options);
  addJsonOption(*command, options->json, "Write the measurements as JSON");
  command->footer("Old commits are checked out in a temporary worktree: the project's files stay unchanged, and hooks "
                  "do not run. An image that is not in Git needs --build 'make app.elf'.");
  command->callback([command, options, status] { *status = runBackfill(*command, *options); });
  return command;
}

} // namespace

void addHistoryCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App* command = addUseCase(app, "history", options->run);
  addJsonOption(*command, options->run.json, "Write the history as JSON");
  addCsvOption(*command, options->run, "Write one row of CSV for each commit and model");
  uses(command->add_option("--html", options->html, "Write one HTML page with a line for each figure over time"),
       FileUse::kWrite)
      ->type_name("FILE");
  CLI::App* backfill = addBackfill(*command, status);
  command->callback([backfill, options, status] {
    if (!backfill->parsed()) *status = runHistory(*options);
  });
}

} // namespace arenascope::cli
