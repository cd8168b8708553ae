#include "app/cli/commands/compare_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/one_of.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/comparison_writer.h"
#include "emulator/engine/target.h"

namespace arenascope::cli {

using report::Report;
using service::ProfileRequest;

namespace {

constexpr std::size_t kMaxReports = 8;

struct CompareOptions {
  std::vector<std::filesystem::path> models;
  std::vector<std::string> targets = {ProfileRequest().target};
  std::vector<std::string> kernels;
  std::vector<std::string> tflm = {report::kCurrentTflm};
  bool separateVariables = false;
  RunOptions run;
};

// As many of a target's kernel sets as can be compared, with the last one, the reference kernels.
std::vector<std::string> firstSets(std::vector<std::string> sets) {
  if (sets.size() > kMaxReports) sets.erase(sets.begin() + (kMaxReports - 1), sets.end() - 1);
  return sets;
}

// Every model on every target with every kernel set of every revision. If nothing distinguishes two, compares the
// target's kernel sets.
Result<std::vector<ProfileRequest>> requestsOf(const CompareOptions& options) {
  std::vector<std::string> kernels = options.kernels;
  if (options.models.size() == 1 && options.targets.size() == 1 && options.tflm.size() == 1 && kernels.empty())
    if (const engine::Target* target = engine::findTarget(options.targets.front()); target != nullptr)
      kernels = firstSets(engine::ownKernelSets(*target));
  if (kernels.empty()) kernels.emplace_back();
  std::vector<ProfileRequest> requests;
  for (const std::filesystem::path& model : options.models)
    for (const std::string& target : options.targets)
      for (const std::string& set : kernels)
        for (const std::string& tflm : options.tflm) {
          ProfileRequest request;
          request.model = model;
          request.target = target;
          request.kernels = set;
          request.tflm = tflm;
          request.separateVariables = options.separateVariables;
          if (auto failed = applyRunOptions(options.run, request)) return *failed;
          requests.push_back(std::move(request));
        }
  if (requests.size() < 2)
    return Error{Stage::kUsage, "nothing to compare: name two models, targets, kernel sets or revisions"};
  if (requests.size() > kMaxReports)
    return Error{Stage::kUsage,
                 fmt::format("these are {} reports; at most {} can be compared", requests.size(), kMaxReports)};
  return requests;
}

int runCompare(const CLI::App& command, const CompareOptions& options) {
  if (auto wrong = refuseForModels(command, options.models)) return complain(*wrong);
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  const auto requests = requestsOf(options);
  if (!requests) return complain(requests.error());
  const report::Comparison comparison = report::compareReports(profileWithProgress(*requests));
  int status = kExitDone;
  for (const Report& report : comparison.reports) {
    if (report.error)
      status = complain({report.error->stage == Stage::kUsage ? Stage::kNone : report.error->stage,
                         report.model.path + ": " + report.error->message});
    if (status == kExitDone) status = checkBudget(options.run, report);
  }
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(comparison); }))
    return complain(*failed);
  if (auto failed = writeIfAsked(options.run.csv, [&] { return output::toCsv(comparison); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(comparison, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addCompareCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare kernel sets, targets or models side by side: arena, cycles and flash, operator by operator");
  uses(command->add_option("MODEL", options->models, "One model, or several to compare"), FileUse::kRead)->required();
  CLI::Option* target = command->add_option("--target", options->targets, "One target, or several separated by commas")
                            ->delimiter(',')
                            ->allow_extra_args(false)
                            ->check(knownTargets())
                            ->capture_default_str()
                            ->type_name("NAME,...");
  addTimedBoard(*command, options->run, target);
  command
      ->add_option(
          "--kernels", options->kernels,
          "Kernel sets, separated by commas (default: each target's default; all sets for one model and target)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(kernelSetNames())
      ->type_name("NAME,...");
  command->add_option("--tflm", options->tflm, "Revisions of the interpreter, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(revisionNames())
      ->capture_default_str()
      ->type_name("REV,...");
  addSeparateVariables(*command, options->separateVariables);
  addRunOptions(*command, options->run);
  addCsvOption(*command, options->run);
  command->callback([command, options, status] { *status = runCompare(*command, *options); });
}

} // namespace arenascope::cli
