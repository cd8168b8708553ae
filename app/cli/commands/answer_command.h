// A subcommand that is a use case: its options, its run, the files of its answer, text, and exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>

#include "app/cli/options/run_options.h"
#include "core/output/version_files.h"
#include "service/use_case/answers.h"

namespace arenascope::cli {

struct AnswerCommand {
  CLI::App* app = nullptr;
  const service::UseCase* useCase = nullptr;
  service::AnswerUseCase* answer = nullptr;
  RunOptions run;
  std::map<std::string, std::string> files; // by format of the answer
  output::VersionFiles version;             // of the answer's model
  std::string (*header)(const report::Report&) = output::toHeader;
  // Does something else, where the options ask for that; its exit status. May be empty, as the others.
  std::function<std::optional<int>()> instead = {};
  // Before the run: refuses what would have no effect, and completes the request.
  std::function<std::optional<Error>()> prepare = {};
  // With the answer: writes other files.
  std::function<std::optional<Error>(service::Answer&)> finish = {};
};

// Adds the subcommand, which lives as long as the parser, with --json and its help; `own`: fields of the use case that
// the caller adds.
AnswerCommand& addAnswer(CLI::App& parent, int* status, const char* useCase, service::AnswerUseCase& answer,
                         const std::string& json = "Write the report as JSON",
                         const std::vector<std::string>& own = {});
// An option of its name for a file of this format: "--csv".
CLI::Option* addFile(AnswerCommand& command, const std::string& format, const std::string& help);
// --timing: in the JSON.
void addTiming(AnswerCommand& command);

// Runs it; returns the exit status.
int runAnswer(AnswerCommand& command);

} // namespace arenascope::cli
