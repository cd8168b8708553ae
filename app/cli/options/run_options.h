// Options of all subcommands that run a model: the fields of their use case, and files of the answer.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/options/one_of.h"
#include "app/cli/results/output_files.h"
#include "core/report/budget_check.h"
#include "service/profile/profile_all.h"
#include "service/use_case/request.h"

namespace arenascope::cli {

struct RunOptions : service::Request {
  std::string json;
  std::string csv;
};

// A subcommand with an option for each field of the use case of that name, but those in `own`, which it adds itself.
// options must outlive parsing.
CLI::App* addUseCase(CLI::App& app, const char* name, service::Request& options,
                     const std::vector<std::string>& own = {});
// The options alone, for another subcommand.
void addFields(CLI::App& command, const char* useCase, service::Request& options,
               const std::vector<std::string>& own = {});
void addJsonOption(CLI::App& command, std::string& json, const std::string& help = "Write the report as JSON");
void addCsvOption(CLI::App& command, RunOptions& options,
                  const std::string& help = "Write one row of CSV for each operator");
// One of several values by name; the present value is the default.
template <typename Value, std::size_t kCount>
CLI::Option* addChoice(CLI::App& command, const std::string& option, const std::string& help, Value& value,
                       const std::array<Value, kCount>& all, const char* (*nameOf)(Value)) {
  std::vector<std::string> names;
  for (const Value each : all) names.push_back(nameOf(each));
  const auto choose = [&value, all, nameOf](const std::string& name) {
    for (const Value each : all)
      if (name == nameOf(each)) value = each;
  };
  return command.add_option_function<std::string>(option, choose, help)
      ->check(oneOf(names))
      ->default_str(nameOf(value));
}

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
// Writes the error of a model without an answer to the answer's destination. schema: of the JSON.
int refuse(const RunOptions& run, const std::filesystem::path& model, const Error& error, const char* schema);

// A line on standard error, for a terminal.
void showProgress(const service::Progress& progress);
void clearProgress();

// Result of job(observer, control), with a progress line if standard error is a terminal.
template <typename Job>
auto withProgress(Job job) {
  engine::RunControl control;
  service::ProfileObserver observer;
  const bool terminal = showsProgress();
  if (terminal) observer.onProgress = showProgress;
  auto result = job(observer, control);
  if (terminal) clearProgress();
  return result;
}

// Profiles all on all processor cores, with a progress line if standard error is a terminal. Errors become failed
// reports.
std::vector<report::Report> profileWithProgress(const std::vector<service::ProfileRequest>& requests);

// The given budgets.
report::BudgetRules budgetRules(const RunOptions& options);
// Exceeded budgets, for display; empty if none.
std::vector<std::string> overBudget(const RunOptions& options, const report::Report& report);
// 0, or the status for an exceeded budget, with a message.
int checkBudget(const RunOptions& options, const report::Report& report);
int checkBudget(const RunOptions& options, std::uint64_t minimumArena);

} // namespace arenascope::cli
