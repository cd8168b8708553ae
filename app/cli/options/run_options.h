// Options of all subcommands that run a model.
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
  std::string caches; // caches of processor or flash to switch on: both, code, data or none; empty: as in the board
  std::optional<std::uint64_t> reservedRam;
  std::optional<std::uint64_t> reservedFlash;
  std::string json;
  std::string csv;
};

// Each of these adds the options of the one before, and more; options must outlive parsing. First cache and limits,
void addLimitOptions(CLI::App& command, RunOptions& options);
// then settings of the run and outputs,
void addInferenceOptions(CLI::App& command, RunOptions& options);
void addNoInvoke(CLI::App& command, RunOptions& options);
void addBudget(CLI::App& command, RunOptions& options);
// then model, target and board,
void addModelOptions(CLI::App& command, RunOptions& options);
// then settings of the interpreter.
void addRunOptions(CLI::App& command, RunOptions& options);
void addJsonOption(CLI::App& command, std::string& json, const std::string& help);
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
void addResourceVariables(CLI::App& command, RunOptions& options, const std::string& help);
void addArenaSize(CLI::App& command, RunOptions& options, const std::string& help);
void addPlannerOption(CLI::App& command, report::Planner& planner);
// MODEL, one of them.
CLI::Option* addModelArgument(CLI::App& command, std::filesystem::path& model);
// One target; its present value is the default.
CLI::Option* addTargetOption(CLI::App& command, std::string& target,
                             const std::string& text = "Run the model on this target");
// Built-in and added kernel sets.
CLI::Validator kernelSetNames();
// For --target.
CLI::Validator knownTargets();
// One kernel set; empty for the target's default.
void addKernelsOption(CLI::App& command, std::string& kernels);
// Known revisions of the interpreter.
CLI::Validator revisionNames();
// Selects the interpreter.
void addRevisionOptions(CLI::App& command, report::RunConfiguration& configuration);
void addSeparateVariables(CLI::App& command, bool& separateVariables);
// Changes to boards: clock, and the platform's use of memory.
std::vector<CLI::Option*> addBoardOptions(CLI::App& command, RunOptions& options);
// These and --board, which replaces --target.
CLI::Option* addBoardChoice(CLI::App& command, RunOptions& options, CLI::Option* target = nullptr);
// The same for subcommands that do not show a board's free memory.
CLI::Option* addTimedBoard(CLI::App& command, RunOptions& options, CLI::Option* target = nullptr);
// A model and what it runs on: MODEL, --target or --board, --kernels, --tflm.
void addProfiledModel(CLI::App& command, service::ProfileRequest& request, RunOptions& options);
hardware::Board adjusted(hardware::Board board, const RunOptions& options);

// Applies the options to the request; reads input files. The error's stage is "usage" for wrong options.
std::optional<Error> applyRunOptions(const RunOptions& options, service::ProfileRequest& request);

// Prints the error's message to standard error, if there is one; returns the exit status.
int complain(const Error& error);

// A report for a model that could not be loaded, or an unknown target.
report::Report failedReport(const service::ProfileRequest& request, const Error& error);

// A line on standard error, for a terminal.
void showProgress(const service::Progress& progress);
void clearProgress();

// Result of job(observer, control), with a progress line if standard error is a terminal.
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
