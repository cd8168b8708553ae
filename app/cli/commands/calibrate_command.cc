#include "app/cli/commands/calibrate_command.h"

#include <fstream>
#include <iostream>
#include <iterator>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/calibration_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct CalibrateOptions {
  std::filesystem::path log;
  RunOptions run;
  PictureOptions pictures;
  std::string save; // a board's name
};

// "-" is standard input.
Result<std::string> readLog(const std::filesystem::path& log) {
  if (log == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::ifstream stream(log, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream.eof() && stream.fail()) return Error{Stage::kUsage, "the log " + log.string() + " cannot be read"};
  return text;
}

std::optional<Error> save(const calibration::Calibration& calibration, const std::string& name) {
  if (!calibration.fitted)
    return Error{Stage::kBoard,
                 "nothing to save: no other memory timing explains the log better than the board's file"};
  const Result<std::filesystem::path> file = service::saveFittedBoard(calibration, name);
  if (!file) return file.error();
  std::cerr << "wrote " << file->string() << "; from now on: --board " << name << "\n";
  return std::nullopt;
}

int runCalibrate(const CLI::App& command, CalibrateOptions& options) {
  const auto text = readLog(options.log);
  if (!text) return complain(text.error());
  options.run.log = *text;
  auto request = jobOf(options.run, service::calibrateRequest);
  if (!request) return complain(request.error());
  if (auto wrong = refuseForModel(command, request->profile.model)) return complain(*wrong);
  if (options.log != "-") request->logName = options.log.filename().string();
  const auto calibration = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::calibrate(*request, observer, control);
  });
  if (!calibration) return complain(calibration.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*calibration); }))
    return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*calibration, colour); });
  if (!printed) return complain(cannotPrint());
  if (auto failed = writeCalibration(options.pictures, *calibration)) return complain(*failed);
  if (options.save.empty()) return kExitDone;
  if (auto failed = save(*calibration, options.save)) return complain(*failed);
  return kExitDone;
}

// What is wrong with the name of a log; empty if nothing is.
std::string wrongLog(const std::string& name) {
  std::error_code code;
  if (name == "-" || (std::filesystem::exists(name, code) && !std::filesystem::is_directory(name, code))) return {};
  return name + (std::filesystem::is_directory(name, code) ? " is a folder" : ": no such file");
}

} // namespace

void addCalibrateCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* command = addUseCase(app, "calibrate", options->run, {"log"});
  uses(command->add_option("LOG", options->log,
                           "The device's output: MicroProfiler's lines or tables, times of operators, trace events as "
                           "JSON, or the time of the inference; - is standard input"),
       FileUse::kRead)
      ->required()
      ->check(CLI::Validator(wrongLog, ""))
      ->type_name("LOG");
  addJsonOption(*command, options->run.json);
  addTwoFormats(*command, options->pictures, "measured and computed cycles by operator");
  command
      ->add_option("--save", options->save,
                   "Save the board with the fitted timing under this name in your own boards; under its old name it "
                   "replaces the built-in one")
      ->type_name("NAME");
  command->callback([command, options, status] { *status = runCalibrate(*command, *options); });
}

} // namespace arenascope::cli
