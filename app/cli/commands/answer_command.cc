#include "app/cli/commands/answer_command.h"

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/version_options.h"

namespace arenascope::cli {

namespace {

std::optional<Error> refuseUseless(AnswerCommand& command) {
  if (auto wrong = refuseForModels(*command.app, command.run.models)) return wrong;
  if (auto wrong = refuseWithoutInference(*command.app)) return wrong;
  return command.prepare ? command.prepare() : std::nullopt;
}

std::optional<Error> writeFiles(const AnswerCommand& command, const service::Answer& answer) {
  if (auto failed = writeIfAsked(command.run.json, answer.json)) return failed;
  for (const auto& [format, path] : command.files)
    if (!path.empty()) // an answer may lack a format that was not requested
      if (auto failed = writeAndSay(path, answer.files.at(format)())) return failed;
  if (answer.model.empty()) return std::nullopt;
  return writeVersionAndSay(command.version, answer.reports.front(), answer.model, command.header);
}

} // namespace

AnswerCommand& addAnswer(CLI::App& parent, int* status, const char* useCase, service::AnswerUseCase& answer,
                         const std::string& json, const std::vector<std::string>& own) {
  const auto command = std::make_shared<AnswerCommand>();
  command->useCase = service::findUseCase(useCase);
  command->answer = &answer;
  const std::string name = commandOf(*command->useCase);
  command->app = parent.add_subcommand(name.substr(name.rfind(' ') + 1), command->useCase->summary);
  addFields(*command->app, useCase, command->run, own);
  addJsonOption(*command->app, command->run.json, json);
  command->app->footer(command->useCase->details);
  command->app->callback([command, status] {
    if (command->app->get_subcommands().empty()) *status = runAnswer(*command);
  });
  return *command;
}

CLI::Option* addFile(AnswerCommand& command, const std::string& format, const std::string& help) {
  return addOutput(*command.app, "--" + format, command.files[format], help);
}

void addTiming(AnswerCommand& command) {
  command.app->add_flag("--timing", command.run.timing, "Add the seconds of the search to the JSON")
      ->needs("--json")
      ->group(kFilesGroup);
}

int runAnswer(AnswerCommand& command) {
  if (command.instead)
    if (const std::optional<int> status = command.instead()) return *status;
  if (auto wrong = refuseUseless(command)) return complain(*wrong);
  if (auto wrong = readInputs(command.run)) return refuse(command.run, *command.useCase, *wrong);
  service::Cancel cancel;
  Result<service::Answer> answer = withProgress([&](const service::OnProgress& onProgress) {
    return command.answer({command.run, onProgress, cancel});
  });
  if (!answer) return refuse(command.run, *command.useCase, answer.error());
  if (command.finish)
    if (auto failed = command.finish(*answer)) return complain(*failed);
  if (auto failed = writeFiles(command, *answer)) return complain(*failed);
  if (!printText(answer->text)) return complain(cannotPrint());
  return complain(answer->complaints);
}

} // namespace arenascope::cli
