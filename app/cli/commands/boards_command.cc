#include "app/cli/commands/boards_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/board_table.h"
#include "service/store/boards.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

using report::Report;

namespace {

int list(const std::vector<hardware::Board>& boards) {
  return printText([&](bool colour) { return output::boardsText(boards, colour); }) ? kExitDone
                                                                                    : complain(cannotPrint());
}

int runBoards(const CLI::App& command, RunOptions& options) {
  const auto useless = options.models.empty()
                           ? refuseAllBut(command, {}, "needs a MODEL; without one, `boards` lists the boards")
                           : refuseForModel(command, options.models.front());
  if (useless) return complain(*useless);
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  std::vector<Error> problems;
  const std::vector<hardware::Board> boards = service::loadBoards(problems);
  int status = kExitDone;
  for (const Error& problem : problems) status = complain(problem);
  if (options.models.empty()) return std::max(status, list(boards));
  if (auto failed = readInputs(options)) return complain(*failed);
  const auto requests = service::boardRequests(options, boards);
  if (!requests) return complain(requests.error());
  const std::vector<Report> reports = profileWithProgress(*requests);
  for (const Report& report : reports)
    if (report.error && status == kExitDone) status = complain(*report.error);
  if (auto failed = writeIfAsked(options.json, [&] { return output::boardsJson(reports); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.csv, [&] { return output::boardsCsv(reports); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::boardsText(reports, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addBoardsCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = addUseCase(app, "boards", *options);
  addJsonOption(*command, options->json);
  addCsvOption(*command, *options, "Write one row of CSV for each board");
  command->callback([command, options, status] { *status = runBoards(*command, *options); });
}

} // namespace arenascope::cli
