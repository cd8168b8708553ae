#include "web/cli/page_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/exit_status.h"
#include "app/cli/run_options.h"
#include "core/analysis/report_text.h"
#include "core/output/header_writer.h"
#include "core/output/resolver_writer.h"
#include "core/output/scene_writer.h"
#include "core/output/text_writer.h"
#include "core/tflm/revisions.h"
#include "emulator/session/boards.h"
#include "emulator/session/profiler.h"
#include "emulator/targets/target.h"

namespace arenascope::cli {

using profile::Json;
using profile::Report;

namespace {

struct PageOptions {
  session::ProfileRequest request;
  RunOptions run;
};

int runPage(PageOptions& options) {
  if (auto failed = applyRunOptions(options.run, options.request)) return complain(*failed);
  const Result<Report> result =
      withProgress([&](const session::ProfileObserver& observer, session::RunControl& control) {
        return session::profileModel(options.request, observer, control);
      });
  const Report report = result ? *result : failedReport(options.request, result.error());
  Json page = {{"report", profile::reportJson(report, false)}};
  if (report.arena) {
    page["scene"] = profile::sceneJson(report);
    page["header"] = profile::toHeader(report);
    page["interpreter"] = profile::describeInterpreter(report);
  }
  if (!report.model.subgraphs.empty()) page["resolver"] = profile::toResolver(report);
  page["text"] = profile::toText(report, false);
  if (auto failed = writeFile(options.run.json, profile::dumped(page))) return complain(*failed);
  return report.error ? complain(*report.error) : kExitDone;
}

int printChoices() {
  Json choices = {{"targets", Json::array()}, {"revisions", Json::array()}, {"boards", Json::array()}};
  for (const session::Target& target : session::targets())
    choices["targets"].push_back({{"name", target.name},
                                  {"family", session::familyName(target.family)},
                                  {"kernels", session::kernelSets(target)}});
  for (const tflm::Revision& revision : tflm::kRevisions) choices["revisions"].push_back(revision.name);
  std::vector<Error> problems;
  for (const profile::Board& board : session::loadBoards(problems))
    choices["boards"].push_back({{"name", board.name}, {"title", board.title}, {"core", board.core}});
  return print(profile::dumped(choices)) ? kExitDone : complain(cannotPrint());
}

} // namespace

void addPageCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<PageOptions>();
  CLI::App* command = app.add_subcommand("page", "All that the web page shows of a model, as JSON");
  addProfiledModel(*command, options->request, options->run);
  addRunOptions(*command, options->run);
  command->group(""); // not in help
  command->callback([options, status] { *status = runPage(*options); });
}

void addChoicesCommand(CLI::App& app, int* status) {
  app.add_subcommand("choices", "Targets, kernel sets, revisions and boards, as JSON")
      ->group("") // likewise
      ->callback([status] { *status = printChoices(); });
}

} // namespace arenascope::cli
