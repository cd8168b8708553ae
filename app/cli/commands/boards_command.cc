#include "app/cli/commands/boards_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/board_table.h"
#include "emulator/engine/target.h"
#include "service/profile/image_engine.h"
#include "service/profile/kernel_sets.h"
#include "service/store/boards.h"

namespace arenascope::cli {

using report::Report;
using service::ProfileRequest;

namespace {

struct BoardsOptions {
  std::filesystem::path model;
  std::string kernels;
  RunOptions run;
};

int list(const std::vector<hardware::Board>& boards) {
  return printText([&](bool colour) { return output::boardsText(boards, colour); }) ? kExitDone
                                                                                    : complain(cannotPrint());
}

int runBoards(const CLI::App& command, const BoardsOptions& options) {
  const auto useless = options.model.empty()
                           ? refuseAllBut(command, {}, "needs a MODEL; without one, `boards` lists the boards")
                           : refuseForModel(command, options.model);
  if (useless) return complain(*useless);
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  std::vector<Error> problems;
  const std::vector<hardware::Board> boards = service::loadBoards(problems);
  int status = kExitDone;
  for (const Error& problem : problems) status = complain(problem);
  if (options.model.empty()) return std::max(status, list(boards));
  ProfileRequest request;
  request.model = options.model;
  request.kernels = options.kernels;
  if (auto failed = applyRunOptions(options.run, request)) return complain(*failed);
  const std::string core = service::isFirmwareImage(options.model) ? service::coreOfImage(options.model) : "";
  std::vector<ProfileRequest> requests;
  for (const hardware::Board& board : boards) {
    if (!core.empty() && board.core != core) continue; // an image only runs on its own processor
    request.board = adjusted(board, options.run);
    request.target = board.core;
    request.kernels = service::kernelsFor(board.core, options.kernels);
    requests.push_back(request);
  }
  if (requests.empty())
    return complain(
        {Stage::kTarget, options.model.string() + " is built for " + core + ": no board has this processor"});
  const std::vector<Report> reports = profileWithProgress(requests);
  for (const Report& report : reports)
    if (report.error && status == kExitDone) status = complain(*report.error);
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::boardsJson(reports); }))
    return complain(*failed);
  if (auto failed = writeIfAsked(options.run.csv, [&] { return output::boardsCsv(reports); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::boardsText(reports, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addBoardsCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<BoardsOptions>();
  CLI::App* command = app.add_subcommand("boards", "List the boards, or run a model on each: time, RAM and flash left");
  addModelArgument(*command, options->model);
  addKernelsOption(*command, options->kernels);
  addArenaSize(*command, options->run, "Give the interpreter exactly N bytes");
  addPlannerOption(*command, options->run.planner);
  addNoInvoke(*command, options->run);
  addInferenceOptions(*command, options->run);
  addCsvOption(*command, options->run, "Write one row of CSV for each board");
  addBoardOptions(*command, options->run);
  command->callback([command, options, status] { *status = runBoards(*command, *options); });
}

} // namespace arenascope::cli
