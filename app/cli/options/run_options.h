// The options that every subcommand that runs a model takes.
#pragma once

#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <array>

#include "app/cli/options/one_of.h"
#include "app/cli/results/output_files.h"
#include "core/report/budget_check.h"
#include "service/profile/profiler.h"

namespace arenascope::cli {

struct RunOptions {
  std::optional<std::uint64_t> arenaBytes;
  report::Planner planner = report::Planner::kGreedy;
  bool noCache = false;
  bool noInvoke = false;
  bool verify = false;
  bool guard = false;
  std::vector<std::string> inputs; // I=FILE
  std::optional<int> resourceVariables;
  std::optional<std::uint64_t> budget;
  std::optional<std::uint64_t> maxCycles;
  std::vector<std::string> limits; // NAME=N
  std::string board;
  std::string persistentRegion;
  std::string nonPersistentRegion;
  std::optional<double> clockMhz;
  std::string
      caches; // of the processor or the flash, that are switched on: both, code, data or none; empty: as the board has
  std::optional<std::uint64_t> reservedRam;
  std::optional<std::uint64_t> reservedFlash;
  std::string json;
  std::string csv;
};

// The options outlive the parsing. What may be kept of a run and how far it may go,
void addLimitOptions(CLI::App& command, RunOptions& options);
// that with how the model is run and where its report goes,
void addInferenceOptions(CLI::App& command, RunOptions& options);
void addNoInvoke(CLI::App& command, RunOptions& options);
void addBudget(CLI::App& command, RunOptions& options);
// these three,
void addModelOptions(CLI::App& command, RunOptions& options);
// and those with how the interpreter is set up.
void addRunOptions(CLI::App& command, RunOptions& options);
void addJsonOption(CLI::App& command, std::string& json, const std::string& help);
void addCsvOption(CLI::App& command, RunOptions& options, const std::string& help = "One row for each operator");
// One of some values by its name, the value now as its default.
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
void addResourceVariables(CLI::App& command, RunOptions& options, const std::string& help);
void addArenaSize(CLI::App& command, RunOptions& options, const std::string& help);
void addPlannerOption(CLI::App& command, report::Planner& planner);
// MODEL, one of them.
CLI::Option* addModelArgument(CLI::App& command, std::filesystem::path& model);
// One target, with what it starts with as its default.
CLI::Option* addTargetOption(CLI::App& command, std::string& target,
                             const std::string& text = "What the model runs on");
// Kernel sets that come along, and those that were added.
CLI::Validator kernelSetNames();
// One kernel set; empty for what the target runs with by default.
void addKernelsOption(CLI::App& command, std::string& kernels);
// Revisions of the interpreter that are known here.
CLI::Validator revisionNames();
// Which interpreter it is.
void addRevisionOptions(CLI::App& command, report::RunConfiguration& configuration);
void addSeparateVariables(CLI::App& command, bool& separateVariables);
// What changes a board, or all of them: clock, and what the platform takes for itself.
std::vector<CLI::Option*> addBoardOptions(CLI::App& command, RunOptions& options);
// The same and --board, which stands instead of --target where there is one.
CLI::Option* addBoardChoice(CLI::App& command, RunOptions& options, CLI::Option* target = nullptr);
// The same for subcommands that do not say what a board has left.
CLI::Option* addTimedBoard(CLI::App& command, RunOptions& options, CLI::Option* target = nullptr);
// A model and all that says what it runs on: MODEL, --target or --board, --kernels, --tflm.
void addProfiledModel(CLI::App& command, service::ProfileRequest& request, RunOptions& options);
hardware::Board adjusted(hardware::Board board, const RunOptions& options);

// Puts what was given into the request; input files are read. The error's stage is "usage" where the words are wrong.
std::optional<Error> applyRunOptions(const RunOptions& options, service::ProfileRequest& request);

// Tells what is wrong on standard error, where it has words; answers the exit status for it.
int complain(const Error& error);

// A report for a model that could not even be loaded, or a target that there is not.
report::Report failedReport(const service::ProfileRequest& request, const Error& error);

// One line on standard error, for a terminal.
void showProgress(const service::Progress& progress);
void clearProgress();

// What job(observer, control) answers, with a line of progress where standard error is a terminal.
template <typename Job>
auto withProgress(Job job) {
  engine::RunControl control;
  service::ProfileObserver observer;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (terminal) observer.onProgress = showProgress;
  auto result = job(observer, control);
  if (terminal) clearProgress();
  return result;
}

// All of them, on all processor cores, with a line of progress where standard error is a terminal. A report that there
// could not be is a failed one.
std::vector<report::Report> profileWithProgress(const std::vector<service::ProfileRequest>& requests);

// The budgets that were given.
report::BudgetRules budgetRules(const RunOptions& options);
// What a report exceeds of the budgets, for a person; empty where it keeps to them.
std::vector<std::string> overBudget(const RunOptions& options, const report::Report& report);
// 0, or the status for a budget that is exceeded, with a message.
int checkBudget(const RunOptions& options, const report::Report& report);
int checkBudget(const RunOptions& options, std::uint64_t minimumArena);

} // namespace arenascope::cli
