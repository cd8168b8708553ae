// Use cases that need no emulator.
#include <iostream>
#include <iterator>

#include "app/cli/commands/answer_command.h"
#include "app/cli/commands/subcommands.h"
#include "app/cli/options/option_checks.h"

namespace arenascope::cli {

void addCompareCommand(CLI::App& app, int* status) {
  AnswerCommand& compare = addAnswer(app, status, "compare", service::compareAnswer);
  addFile(compare, "csv", "Write one row of CSV for each operator");
}

void addBoardsCommand(CLI::App& app, int* status) {
  AnswerCommand& boards = addAnswer(app, status, "boards", service::boardsAnswer);
  addFile(boards, "csv", "Write one row of CSV for each board");
  boards.prepare = [&boards]() -> std::optional<Error> {
    if (!boards.run.models.empty()) return std::nullopt;
    return refuseAllBut(*boards.app, {}, "needs a MODEL; without one, `boards` lists the boards");
  };
}

namespace {

std::string readMessage() {
  constexpr std::size_t kMostInput = std::size_t{1} << 20; // far more than needed
  std::string text;
  for (std::istreambuf_iterator<char> at(std::cin), end; at != end && text.size() < kMostInput; ++at) text += *at;
  return text;
}

} // namespace

void addExplainCommand(CLI::App& app, int* status) {
  AnswerCommand& explain =
      addAnswer(app, status, "explain", service::explainAnswer, "Write the explanation as JSON", {"message"});
  const auto message = std::make_shared<std::vector<std::string>>();
  explain.app->add_option("MESSAGE", *message, "The device's output, in quotes; - is standard input")->required();
  explain.prepare = [&explain, message]() -> std::optional<Error> {
    const bool piped = message->size() == 1 && message->front() == "-";
    explain.run.message = piped ? readMessage() : CLI::detail::join(*message, " ");
    return std::nullopt;
  };
}

void addSweepCommand(CLI::App& app, int* status) {
  AnswerCommand& sweep = addAnswer(app, status, "sweep", service::sweepAnswer);
  sweep.app->footer("The array that holds the arena should be alignas(16). Otherwise TFLM rounds its start up, and the "
                    "loss depends on its address: the last line gives the size that is enough at any address, and "
                    "--budget is compared with that.");
}

void addVersionsCommand(CLI::App& app, int* status) {
  AnswerCommand& versions = addAnswer(app, status, "versions", service::versionsAnswer, "Write the table as JSON");
  addFile(versions, "svg", "Write a chart with a bar for each release");
}

} // namespace arenascope::cli
