#include "app/cli/commands/subcommands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <mutex>
#include <set>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/model_list.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "app/cli/results/json_lines.h"
#include "app/cli/results/results_database.h"
#include "core/base/counted.h"
#include "core/base/parallel.h"
#include "core/optimization/pareto_front.h"
#include "core/output/answers/candidate_reader.h"
#include "core/output/answers/pareto_writer.h"
#include "emulator/engine/target.h"
#include "service/profile/profiler.h"
#include "service/profile/requested_target.h"
#include "service/profile/run_key.h"
#include "service/use_case/field.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct BatchOptions {
  RunOptions run;                  // its models: sources of them
  service::ProfileRequest request; // for each model
  std::size_t jobs = processorCores();
  bool summary = false;
  std::string database;
};

// Models and their contents.
struct OpenModel {
  std::string path;
  std::string contents;
};

class Batch {
public:
  Batch(const BatchOptions& options, BatchResults& results) : options_(options), results_(results) {}

  // The exit status for the whole batch, including earlier results.
  Result<int> run(const std::vector<std::string>& models) {
    const std::vector<OpenModel> open = openOf(models);
    forEachInParallel(open.size(), options_.jobs, [&](std::size_t i) {
      if (!stopped_) run(open[i], open.size());
    });
    if (showsProgress()) clearProgress();
    if (failure_) return *failure_;
    std::string said = fmt::format("arenascope: {}, {} failed", counted(done_, "model"), failed_);
    if (earlier_ > 0) said += fmt::format("; {} already done", earlier_);
    if (earlierFailed_ > 0) said += fmt::format(" ({} failed)", earlierFailed_);
    if (changed_ > 0) said += fmt::format("; {} changed since then", changed_);
    std::fprintf(stderr, "%s\n", said.c_str());
    if (overBudget_) return static_cast<int>(kExitOverBudget);
    return static_cast<int>(failed_ + earlierFailed_ > 0 ? kExitFailed : kExitDone);
  }

private:
  // Models without a result, each once.
  std::vector<OpenModel> openOf(const std::vector<std::string>& models) {
    std::vector<OpenModel> open;
    std::set<std::string> seen;
    for (const std::string& model : models) {
      if (!seen.insert(model).second) continue;
      const EarlierResult* before = results_.find(model);
      const std::string contents = before == nullptr ? "" : service::contentsKey(model, options_.request.limits);
      if (before != nullptr && !contents.empty() && contents == before->contents)
        count(*before);
      else
        open.push_back({model, contents}), changed_ += before == nullptr ? 0 : 1;
    }
    return open;
  }

  void count(const EarlierResult& before) {
    ++earlier_;
    if (!before.ok)
      ++earlierFailed_;
    else if (isOver(options_.run.budget, before.arenaMinimum) || isOver(options_.run.maxCycles, before.cycles))
      overBudget_ = true;
  }

  // Unknown figures count as over the limit.
  static bool isOver(const std::optional<std::uint64_t>& limit, const std::optional<std::uint64_t>& figure) {
    return limit && (!figure || *figure > *limit);
  }

  void run(const OpenModel& model, std::size_t all) {
    service::ProfileRequest request = options_.request;
    request.model = model.path;
    const std::string contents =
        model.contents.empty() ? service::contentsKey(model.path, request.limits) : model.contents;
    engine::RunControl control;
    const auto result = service::profileModel(request, {}, control);
    add(result ? *result : failedReport(request, result.error()), contents, all);
  }

  void add(const report::Report& report, const std::string& contents, std::size_t all) {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = results_.add(report, contents);
    if (failure_) stopped_ = true;
    ++done_;
    if (report.error)
      ++failed_;
    else if (!service::overBudget(options_.run, report).empty())
      overBudget_ = true;
    if (showsProgress())
      showProgress({.step = fmt::format("{} of {}", done_, all),
                    .fraction = static_cast<double>(done_) / static_cast<double>(all)});
  }

  const BatchOptions& options_;
  BatchResults& results_;
  std::mutex mutex_;
  std::atomic<bool> stopped_ = false; // results can no longer be written
  std::optional<Error> failure_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  std::size_t earlier_ = 0; // models with a result before
  std::size_t earlierFailed_ = 0;
  std::size_t changed_ = 0; // models run again, since they have changed
  bool overBudget_ = false;
};

// Prints the Pareto front of all results, this batch's and earlier ones. Returns status unless an error occurs.
int printSummary(const Result<optimization::Candidates>& candidates, int status) {
  if (!candidates) return complain(candidates.error());
  std::fputs(output::paretoText(*candidates).c_str(), stdout);
  return status;
}

Result<std::vector<std::string>> modelsOfAll(const std::vector<std::string>& sources) {
  std::vector<std::string> models;
  for (const std::string& source : sources) {
    const auto some = modelsOf(source);
    if (!some) return some.error();
    models.insert(models.end(), some->begin(), some->end());
  }
  return models;
}

Result<int> runModels(const BatchOptions& options, BatchResults& results) {
  if (options.run.models.empty()) return static_cast<int>(kExitDone);
  const auto models = modelsOfAll(options.run.models);
  if (!models) return models.error();
  return Batch(options, results).run(*models);
}

int runIntoLines(const BatchOptions& options) {
  const std::string path = options.run.json.empty() ? "-" : options.run.json;
  if (options.summary && isStandardOutput(path))
    return complain(
        {Stage::kUsage, "--summary reads the file of --json or --sqlite: name one (its contents are kept)"});
  int status = kExitDone;
  if (!options.run.models.empty()) {
    auto lines = JsonLines::open(path, service::settingsKey(options.request));
    if (!lines) return complain(lines.error());
    const Result<int> done = runModels(options, *lines);
    if (!done) return complain(done.error());
    status = *done;
  }
  return options.summary ? printSummary(output::readCandidates(path), status) : status;
}

int runIntoDatabase(BatchOptions& options) {
  service::ProfileRequest& request = options.request;
  const auto target = service::requestedTarget(request.board ? request.board->core : request.target);
  if (!target) return complain(target.error());
  const auto kernels = service::requestedKernels(**target, request.kernels, request.board ? &*request.board : nullptr);
  if (!kernels) return complain(kernels.error());
  request.target = (*target)->name;
  request.kernels = *kernels;
  const auto results = ResultsDatabase::open(options.database, request, service::settingsKey(request));
  if (!results) return complain(results.error());
  const Result<int> status = runModels(options, **results);
  if (!status) return complain(status.error());
  return options.summary ? printSummary((*results)->candidates(), *status) : *status;
}

int runBatch(const CLI::App& command, BatchOptions& options) {
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  if (options.run.models.empty() && !options.summary)
    return complain({Stage::kUsage, "MODELS is missing: name folders, models, or files that list paths"});
  RunOptions settings = options.run; // of whatever model
  settings.models.clear();
  const auto request = jobOf(settings, service::profileRequest);
  if (!request) return refuse(settings, *service::findUseCase("batch"), request.error());
  options.request = *request;
  return options.database.empty() ? runIntoLines(options) : runIntoDatabase(options);
}

} // namespace

void addBatchCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App* command = addUseCase(app, "batch", options->run);
  command->get_option("MODELS")->required(false); // --summary may stand alone
  addJsonOption(*command, options->run.json, "Write a report of each model as a line of JSON");
  addWhole(*command, "--jobs", options->jobs, {.lowest = 1, .highest = 1'024},
           "Run N jobs in parallel (default: one for each processor core)")
      ->group(service::kRunGroup);
  command->add_flag("--summary", options->summary,
                    "Print the Pareto front of arena, cycles and flash over the models in the --json or --sqlite file; "
                    "without MODELS, over an existing file");
  addOutput(*command, "--sqlite", options->database,
            "Write the reports to an SQLite database instead: one row of the table \"reports\" for "
            "each, with figures in columns and the whole report as JSON",
            FileUse::kWriteFile)
      ->excludes(command->get_option("--json"));
  command->footer(
      "Lines (--json FILE) and rows (--sqlite FILE) are appended one by one. A model with a line or row for these "
      "settings "
      "runs again only if it has changed, so a stopped batch continues. A file of lines takes one batch at a time, "
      "with "
      "one choice of settings; a database takes several. The exit status is 1 if a model has failed, in this run or an "
      "earlier one.");
  command->callback([command, options, status] { *status = runBatch(*command, *options); });
}

} // namespace arenascope::cli
