#include "app/cli/commands/review_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/base/number_text.h"
#include "core/output/history/review_writer.h"
#include "service/use_case/history_answers.h"

namespace arenascope::cli {

using history::Review;
using history::ReviewedModel;

namespace {

struct ReviewOptions {
  RunOptions run;
  std::string markdown;
  std::string svg;
  std::string picture;
  std::vector<std::string> failOn;
  bool onlyChanges = false;

  bool failsOn(const char* what) const { return std::find(failOn.begin(), failOn.end(), what) != failOn.end(); }
};

std::string markdownOf(const Review& review, const ReviewOptions& options) {
  if (options.onlyChanges && !review.hasChanged()) return {};
  return output::toMarkdown(review, options.picture.empty() ? options.svg : options.picture);
}

// A line for each reason to fail with kExitOverBudget.
std::vector<std::string> reasonsToFail(const Review& review, const ReviewOptions& options) {
  std::vector<std::string> reasons;
  for (const ReviewedModel& model : review.models) {
    for (const std::string& figure : model.over)
      reasons.push_back(model.path + " is over budget: " + history::figureOf(figure).name + " " +
                        grouped(model.now->figure(figure).value_or(0)) + ", at most " +
                        grouped(model.now->budgets.at(figure)));
    if (options.failsOn("growth"))
      for (const history::Move& move : model.moves)
        if (move.before && move.after && *move.after > *move.before) reasons.push_back(model.path + ": " + move.text);
    if (options.failsOn("hazard"))
      for (const std::string& hazard : model.newHazards) reasons.push_back(model.path + ", new hazard: " + hazard);
  }
  return reasons;
}

// Of models that do not run now: the status of `profile` for one.
int failedModels(const Review& review) {
  int status = kExitDone;
  for (const ReviewedModel& model : review.models)
    if (model.now && !model.now->ok()) status = complain({Stage::kNone, model.path + ": " + model.now->error});
  for (const std::string& problem : review.problems) status = complain({Stage::kNone, problem});
  return status;
}

int runReview(const CLI::App& command, ReviewOptions& options) {
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  const auto request = jobOf(options.run, service::reviewRequest);
  if (!request) return complain(request.error());
  const auto review = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::review(*request, service::progressOf(observer.onProgress, "model"), control);
  });
  if (!review) return complain(review.error());
  std::string markdown = markdownOf(*review, options);
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*review); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.svg, [&] { return output::toSvg(*review); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.markdown, [&] { return markdown; })) return complain(*failed);
  if (!printText([&](bool) { return markdown; })) return complain(cannotPrint());
  if (const int status = failedModels(*review); status != kExitDone) return status;
  const std::vector<std::string> reasons = reasonsToFail(*review, options);
  for (const std::string& reason : reasons) complain({Stage::kBudget, reason});
  return reasons.empty() ? kExitDone : kExitOverBudget;
}

} // namespace

void addReviewCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<ReviewOptions>();
  CLI::App* command = addUseCase(app, "review", options->run);
  addJsonOption(*command, options->run.json, "Write the review as JSON");
  const auto file = [&](const char* name, std::string& path, const char* help) {
    uses(command->add_option(name, path, help), FileUse::kWrite)->type_name("FILE");
  };
  file("--markdown", options->markdown, "Also write the Markdown to a file");
  file("--svg", options->svg, "Write a small chart of the arenas before and after; the Markdown shows it");
  command->add_option("--picture", options->picture, "Address of that chart in the Markdown")->type_name("URL");
  command->add_flag("--only-changes", options->onlyChanges, "Print nothing if nothing has changed");
  command
      ->add_option("--fail-on", options->failOn,
                   "Exit with status 3 also for growth of a figure, or for a new hazard: a kernel that is known to "
                   "overrun memory, crash or compute wrongly")
      ->check(oneOf({"growth", "hazard"}))
      ->delimiter(',')
      ->type_name("WHAT,...");
  command->footer(
      "The exit status is 3 if a model is over a budget of .arenascope/project.json, --budget or --max-cycles.");
  command->callback([command, options, status] { *status = runReview(*command, *options); });
}

} // namespace arenascope::cli
