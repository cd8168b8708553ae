#include "web/cli/page_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/output/header_writer.h"
#include "core/output/resolver_writer.h"
#include "core/output/scene_writer.h"
#include "core/output/text_writer.h"
#include "core/report/operator_columns.h"
#include "core/report/text/report_text.h"
#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/store/boards.h"
#include "service/use_case/resolve.h"
#include "service/use_case/use_cases.h"

namespace arenascope::cli {

using output::Json;
using report::Report;

namespace {

Json columnsJson(const Report& report) {
  Json columns = Json::array();
  for (const report::OperatorColumn* column : knownColumns(report))
    if (column->ranks.json != report::kAbsent)
      columns.push_back({{"name", column->name},
                         {"title", column->title},
                         {"help", column->help},
                         {"blank_zero", column->blankZero}});
  return columns;
}

int runPage(RunOptions& options) {
  const auto request = jobOf(options, service::profileRequest);
  if (!request) return complain(request.error());
  engine::RunControl control;
  const Result<Report> result = service::profileModel(*request, {}, control);
  const Report report = result ? *result : failedReport(*request, result.error());
  Json page = {{"report", output::reportJson(report, false)}, {"operator_columns", columnsJson(report)}};
  if (report.arena) {
    page["scene"] = output::sceneJson(report);
    page["header"] = output::toHeader(report);
    page["interpreter"] = report::describeInterpreter(report);
  }
  if (!report.model.subgraphs.empty()) page["resolver"] = output::toResolver(report);
  page["text"] = output::toText(report, false);
  if (auto failed = writeFile(options.json, output::dumped(page))) return complain(*failed);
  return report.error ? complain(*report.error) : kExitDone;
}

// The page's form: what a profile takes and a browser can give.
Json formFields() {
  Json form = Json::array();
  for (const service::Taken& taken : service::findUseCase("profile")->takes) {
    const service::Field& field = service::fieldOf(taken.field);
    if (std::string_view(field.page).empty()) continue;
    form.push_back({{"name", field.name},
                    {"option", service::optionOf(field)},
                    {"label", field.page},
                    {"help", service::helpOf(taken)},
                    {"flag", std::holds_alternative<service::Flag>(field.member)},
                    {"choices", service::choicesOf(taken)},
                    {"others", field.check != nullptr},
                    {"default", field.otherwise}});
  }
  return form;
}

int printChoices() {
  Json choices = {{"targets", Json::array()}, {"boards", Json::array()}};
  for (const engine::Target& target : engine::targets())
    choices["targets"].push_back({{"name", target.name},
                                  {"family", engine::familyName(target.family)},
                                  {"kernels", service::kernelSets(target)}});
  std::vector<Error> problems;
  for (const hardware::Board& board : service::loadBoards(problems))
    choices["boards"].push_back({{"name", board.name}, {"title", board.title}, {"core", board.core}});
  choices["fields"] = formFields();
  return printed(output::dumped(choices));
}

} // namespace

void addPageCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("page", "All that the web page shows of a model, as JSON");
  addFields(*command, "profile", *options);
  addJsonOption(*command, options->json);
  command->group(""); // not in help
  command->callback([options, status] { *status = runPage(*options); });
}

void addChoicesCommand(CLI::App& app, int* status) {
  app.add_subcommand("choices", "Print targets, kernel sets, boards and the fields of the page's form, as JSON")
      ->group("") // likewise
      ->callback([status] { *status = printChoices(); });
}

} // namespace arenascope::cli
