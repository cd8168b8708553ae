// Options of all subcommands that run a model: the fields of their use case, and files of the answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/options/one_of.h"
#include "app/cli/results/output_files.h"
#include "service/use_case/answers.h"

namespace arenascope::cli {

struct RunOptions : service::Request {
  std::string json;
};

// A subcommand with an option for each field of the use case of that name, but those in `own`, which it adds itself.
// options must outlive parsing.
CLI::App* addUseCase(CLI::App& app, const char* name, service::Request& options,
                     const std::vector<std::string>& own = {});
// The options alone, for another subcommand.
void addFields(CLI::App& command, const char* useCase, service::Request& options,
               const std::vector<std::string>& own = {});
void addJsonOption(CLI::App& command, std::string& json, const std::string& help = "Write the report as JSON");

// Reads the files of --input, and a model that is "-" from standard input. The error's stage is "usage" for wrong
// options.
std::optional<Error> readInputs(RunOptions& options);
// The job that the options stand for, as resolve (service/use_case/resolve.h) makes it.
template <typename Job>
Result<Job> jobOf(RunOptions& options, Result<Job> (*resolve)(const service::Request&)) {
  if (auto failed = readInputs(options)) return *failed;
  return resolve(options);
}

// Prints the error's message to standard error, if there is one; returns the exit status.
int complain(const Error& error);
// Prints all; a run that failed counts for more than an exceeded limit.
int complain(const std::vector<Error>& errors);
// Where there is no answer: its JSON, if asked for, with the error, and complain().
int refuse(const RunOptions& run, const service::UseCase& useCase, const Error& error);
// Prints to standard output; returns the exit status.
int printed(const std::string& text);

// A line on standard error, for a terminal.
void showProgress(const service::Progress& progress);
void clearProgress();

// Result of job(onProgress), with a progress line if standard error is a terminal.
template <typename Job>
auto withProgress(Job job) {
  const bool terminal = showsProgress();
  const service::OnProgress onProgress = terminal ? showProgress : service::OnProgress();
  auto result = job(onProgress);
  if (terminal) clearProgress();
  return result;
}

} // namespace arenascope::cli
