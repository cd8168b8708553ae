#include "app/cli/commands/advise_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/variant_options.h"
#include "core/output/answers/advice_writer.h"
#include "service/optimize/advising.h"

namespace arenascope::cli {

namespace {

struct AdviseOptions {
  service::AdviceRequest request;
  RunOptions run;
  std::string markdown;
  PictureOptions pictures; // only the page
};

int runAdvise(AdviseOptions& options) {
  service::ProfileRequest& profile = options.request.profile;
  if (auto failed = applyRunOptions(options.run, profile)) return complain(*failed);
  const auto result = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::adviseModel(options.request, observer, control);
  });
  if (!result) return refuse(options.run, profile.model, result.error(), output::kAdviceSchema);
  const optimization::AdviceReport& report = *result;
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(report); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.markdown, [&] { return output::toMarkdown(report); }))
    return complain(*failed);
  if (auto failed = writeAdvice(options.pictures, report)) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(report, colour); });
  if (!printed) return complain(cannotPrint());
  if (report.before.error) return complain(*report.before.error);
  const int budget = checkBudget(options.run, report.before);
  std::string missed = output::missedDeadline(report);
  if (options.request.fit && !report.fitsAlready() && report.fitting() == nullptr)
    missed += (missed.empty() ? "" : "\n") + output::describeFit(report);
  if (missed.empty()) return budget;
  complain({Stage::kBudget, missed});
  return kExitOverBudget;
}

} // namespace

void addAdviseCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<AdviseOptions>();
  CLI::App* command = app.add_subcommand(
      "advise", "Suggest changes that make the arena smaller or the inference faster: plans, orders, overlap, strips, "
                "kernel sets, two arenas, boards; each has been run, and is ranked by its gain");
  service::ProfileRequest& profile = options->request.profile;
  addProfiledModel(*command, profile, options->run);
  addTimeLimit(*command, options->request.seconds,
               "Limit the search for smaller versions of the model to S seconds and report what it has found by then "
               "(default: a fixed number of versions, about 20 s)");
  addReal(*command, "--deadline", options->request.deadline, {0.01, 1e7},
          "Allow an inference MS milliseconds: report the lowest clock of the board that meets this, and only boards "
          "that do",
          "MS");
  addWhole(*command, "--fit", options->request.fit, bytesFrom(1),
           "Bytes of arena that there are: names the smallest change that fits, and looks no further than one that "
           "costs nothing; status 3 where none does (default: what the board has, where the model does not fit it)");
  addInferenceOptions(*command, options->run);
  addBudget(*command, options->run);
  uses(command->add_option("--markdown", options->markdown, "Write the list as Markdown, for a pull request"),
       FileUse::kWrite)
      ->type_name("FILE");
  uses(command->add_option("--html", options->pictures.html, "Write the report with this list as one HTML page"),
       FileUse::kWrite)
      ->type_name("FILE");
  command->footer(
      "The list begins with changes that save memory at no cost. Then come those that cost cycles, those that are "
      "faster and take more memory, those that were not run, and other places for the same memory.");
  command->callback([options, status] { *status = runAdvise(*options); });
}

} // namespace arenascope::cli
