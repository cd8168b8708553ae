#include "app/cli/commands/advise_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/advice_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct AdviseOptions {
  RunOptions run;
  std::string markdown;
  PictureOptions pictures; // only the page
};

int runAdvise(AdviseOptions& options) {
  const auto request = jobOf(options.run, service::adviceRequest);
  if (!request) return complain(request.error());
  const auto result = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::adviseModel(*request, observer, control);
  });
  if (!result) return refuse(options.run, request->profile.model, result.error(), output::kAdviceSchema);
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
  if (options.run.fit && !report.fitsAlready() && report.fitting() == nullptr)
    missed += (missed.empty() ? "" : "\n") + output::describeFit(report);
  if (missed.empty()) return budget;
  complain({Stage::kBudget, missed});
  return kExitOverBudget;
}

} // namespace

void addAdviseCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<AdviseOptions>();
  CLI::App* command = addUseCase(app, "advise", options->run);
  addJsonOption(*command, options->run.json);
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
