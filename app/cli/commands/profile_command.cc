#include "app/cli/commands/subcommands.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/budget_options.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/options/expected_outputs.h"
#include "app/cli/options/export_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "core/report/board_fit.h"
#include "core/report/placement_fit.h"
#include "service/history/recording.h"
#include "service/profile/image_settings.h"
#include "service/profile/prepared_run.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

using report::Report;

namespace {

struct ProfileOptions {
  RunOptions run;
  std::string csv;
  service::ImageOptions image;
  PictureOptions pictures;
  ExpectedOutputs expected;
  ExportOptions exports;
  BudgetOptions verdict;
  std::string write;
  bool unaligned = false;
};

std::optional<Error> writeOutputs(const ProfileOptions& options, const service::ProfileRequest& request,
                                  const Report& report) {
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(report, options.run.wholePath); }))
    return failed;
  if (!options.write.empty()) {
    const Result<model::ModelFile> file = service::modelOf(request);
    if (!file) return file.error();
    const auto bytes = file->bytes();
    if (auto failed = writeAndSay(options.write, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
      return failed;
  }
  if (auto failed = writeIfAsked(options.csv, [&] { return output::toCsv(report); })) return failed;
  if (auto failed = writeExports(options.exports, request, report)) return failed;
  return writePictures(options.pictures, report);
}

// The report is complete even if the model does not fit.
int checkBoard(const Report& report) {
  if (const auto regions = report::fitIn(report); regions && !regions->fits)
    return complain({Stage::kBoard, "the arenas do not fit the regions: " +
                                        report::describe(*report.board, *report.regions, *regions)});
  if (const auto placed = report::placementFit(report); placed && !placed->fits())
    return complain({Stage::kBoard, "the placement does not fit the regions: " + placed->misfit});
  const auto fit = report.board ? report::fitOn(*report.board, report) : std::nullopt;
  if (!fit || fit->fits()) return kExitDone;
  return complain({Stage::kBoard, "does not fit " + report.board->title + ": " + report::describe(*fit)});
}

void recommendUnaligned(Report& report) {
  report.arena->recommended = diagnosis::unalignedArena(report).bytes;
  report.arena->anyAddress = true;
}

// Refuses options without effect for this model and the other options.
std::optional<Error> refuseUseless(const CLI::App& command, const ProfileOptions& options) {
  if (auto wrong = refuseForModel(command, options.run.models.front())) return wrong;
  if (auto wrong = refuseWithoutInference(command)) return wrong;
  if (isGiven(command, "--png") || isGiven(command, "--svg") || isGiven(command, "--html")) return std::nullopt;
  return refuseGiven(command, {"--lens", "--colour-by", "--time-axis"},
                     "needs an image file: name it with --svg, --png or --html");
}

int runProfile(const CLI::App& command, ProfileOptions& options) {
  if (auto wrong = refuseUseless(command, options)) return complain(*wrong);
  options.run.keepTensors = !options.exports.dump.empty() || !options.expected.folder.empty();
  auto request = jobOf(options.run, service::profileRequest);
  if (!request) return refuse(options.run, *service::findUseCase("profile"), request.error());
  request->image = options.image;
  if (auto wrong = wrongCombination(options.expected)) return complain(*wrong);
  const auto rules = budgetCheckRules(options.verdict, options.run);
  if (!rules) return complain(rules.error());
  const Result<Report> result = withProgress([&](const service::OnProgress& onProgress) {
    engine::RunControl control;
    return service::profileModel(*request, {.onAllocation = {}, .onProgress = onProgress}, control);
  });
  Report report = result ? *result : failedReport(*request, result.error());
  if (options.unaligned && report.arena) recommendUnaligned(report);
  if (report.error) complain(*report.error);
  if (options.run.record)
    if (auto failed = service::recordReport(*request, result, {options.run.store, rules->limits}))
      return complain(*failed);
  if (auto failed = writeOutputs(options, *request, report)) return complain(*failed);
  const bool printed = !result || printText([&](bool colour) { return output::toText(report, colour); });
  if (!printed) return complain(cannotPrint());
  const int verdict = applyBudgets(options.verdict, options.run, *rules, report);
  if (report.error) return report.error->stage == Stage::kUsage ? kExitUsage : kExitFailed;
  const Result<bool> asWanted = asExpected(options.expected, report);
  if (!asWanted) return complain(asWanted.error());
  if (!*asWanted) return kExitOtherOutputs;
  return verdict == kExitDone ? checkBoard(report) : verdict;
}

// Each is also a line of the settings file next to an image.
void addImageOptions(CLI::App& command, ProfileOptions& options) {
  const auto add = [&](const std::string& name, const char* type, const char* help) {
    return command
        .add_option_function<std::vector<std::string>>(
            "--" + name,
            [&options, name](const std::vector<std::string>& texts) {
              for (const std::string& text : texts)
                if (const auto wrong = service::setImageOption(options.image, name, text))
                  throw CLI::ValidationError("--" + name, wrong->message);
            },
            help)
        ->type_name(type)
        ->group("Firmware image as MODEL (.elf, .bin, .hex, .uf2)");
  };
  add("entry", "SYMBOL", "Start at this function instead of the reset vector");
  add("skip", "SYMBOL[=VALUE]", "Skip this function: it returns at once, with VALUE if given");
  add("set", "ADDRESS=VALUE", "Give this register of the board a fixed value");
  add("base", "ADDRESS", "Load a .bin file at this address (default: derived from its contents)");
  add("interpreter", "N", "Examine interpreter N of several, counted from 1 in order of construction");
  uses(add("model", "FILE.tflite",
           "Model of the image's interpreter if it is not in the flash, or a replacement for it"),
       FileUse::kRead);
}

} // namespace

void addProfileCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<ProfileOptions>();
  CLI::App* command = addUseCase(app, "profile", options->run);
  addJsonOption(*command, options->run.json);
  addOutput(*command, "--csv", options->csv, "Write one row of CSV for each operator");
  addExpectOption(*command, options->expected);
  addBudgetOptions(*command, options->verdict);
  addExportOptions(*command, options->exports);
  uses(command->add_option(
           "--write", options->write,
           "Write the model that has been run: a quantized one (--as), whose outputs mean nothing without "
           "--calibrate, or an architecture preview (--resize-input, --width)"),
       FileUse::kWrite)
      ->type_name("FILE")
      ->group(kFilesGroup);
  command->add_flag("--unaligned", options->unaligned,
                    "Recommend an arena that is large enough at any address, not only when the array is alignas(16): "
                    "TFLM rounds its start up, and the loss depends on the address (see `arenascope sweep`)");
  addImageOptions(*command, *options);
  command
      ->add_flag("--whole-path", options->run.wholePath,
                 "Put the model's whole path into the JSON, not only the file's name")
      ->needs("--json")
      ->group(kFilesGroup);
  for (const char* name : {"--record", "--store"}) command->get_option(name)->group(kFilesGroup);
  addPictureOptions(*command, options->pictures);
  command->callback([command, options, status] { *status = runProfile(*command, *options); });
}

} // namespace arenascope::cli
