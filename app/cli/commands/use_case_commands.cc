// Other use cases with more than their fields and --json.
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>

#include "app/cli/commands/answer_command.h"
#include "app/cli/commands/subcommands.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/version_options.h"
#include "service/calibrate/calibrating.h"

namespace arenascope::cli {

void addAdviseCommand(CLI::App& app, int* status) {
  AnswerCommand& advise = addAnswer(app, status, "advise", service::adviseAnswer);
  const auto page = std::make_shared<PictureOptions>();
  addFile(advise, "markdown", "Write the list as Markdown, for a pull request");
  addOutput(*advise.app, "--html", page->html, "Write the report with this list as one HTML page");
  advise.finish = [page](service::Answer& answer) {
    return writeAdvice(*page, service::outcomeOf<optimization::AdviceReport>(answer));
  };
}

void addShrinkCommand(CLI::App& app, int* status) {
  AnswerCommand& shrink = addAnswer(app, status, "shrink", service::shrinkAnswer);
  const auto pictures = std::make_shared<PictureOptions>();
  const auto anyway = std::make_shared<bool>(false);
  addVersionOptions(*shrink.app, shrink.version, "Write the chosen version as a model; none is written over the budget",
                    "Write a C++ header with its kTensorArenaSize");
  shrink.app->add_flag("--anyway", *anyway, "Write the smallest version even if it is over the budget")
      ->needs("--write")
      ->group(kFilesGroup);
  addTiming(shrink);
  addTwoFormats(*shrink.app, *pictures, "arena against cycles");
  shrink.finish = [&shrink, pictures, anyway](service::Answer& answer) {
    if (!answer.complaints.empty() && !*anyway) {
      answer.model.clear();
      if (!shrink.version.model.empty())
        answer.complaints.back().message += " It has not been written (--anyway writes it).";
    }
    return writePareto(*pictures, service::outcomeOf<optimization::ShrinkReport>(answer));
  };
}

void addCompressCommand(CLI::App& app, int* status) {
  AnswerCommand& compress = addAnswer(app, status, "compress", service::compressAnswer);
  addVersionOptions(*compress.app, compress.version,
                    "Write the compressed model; with nothing to gain, the unchanged one",
                    "Write a C++ header with its kTensorArenaSize");
}

namespace {

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

// What is wrong with the name of a log; empty if nothing is.
std::string wrongLog(const std::string& name) {
  std::error_code code;
  if (name == "-" || (std::filesystem::exists(name, code) && !std::filesystem::is_directory(name, code))) return {};
  return name + (std::filesystem::is_directory(name, code) ? " is a folder" : ": no such file");
}

} // namespace

void addCalibrateCommand(CLI::App& app, int* status) {
  AnswerCommand& calibrate =
      addAnswer(app, status, "calibrate", service::calibrateAnswer, "Write the report as JSON", {"log"});
  const auto log = std::make_shared<std::filesystem::path>();
  const auto pictures = std::make_shared<PictureOptions>();
  const auto board = std::make_shared<std::string>();
  uses(calibrate.app->add_option("LOG", *log, service::fieldOf("log").help + std::string("; - is standard input")),
       FileUse::kRead)
      ->required()
      ->check(CLI::Validator(wrongLog, ""))
      ->type_name("LOG");
  addTwoFormats(*calibrate.app, *pictures, "measured and computed cycles by operator");
  calibrate.app
      ->add_option("--save", *board,
                   "Save the board with the fitted timing under this name in your own boards; under its old name it "
                   "replaces the built-in one")
      ->type_name("NAME");
  calibrate.prepare = [&calibrate, log]() -> std::optional<Error> {
    const auto text = readLog(*log);
    if (!text) return text.error();
    calibrate.run.log = *text;
    if (*log != "-") calibrate.run.logName = log->filename().string();
    return std::nullopt;
  };
  calibrate.finish = [pictures, board](service::Answer& answer) {
    const auto& calibration = service::outcomeOf<calibration::Calibration>(answer);
    if (auto failed = writeCalibration(*pictures, calibration)) return failed;
    return board->empty() ? std::nullopt : save(calibration, *board);
  };
}

void addAuditCommand(CLI::App& app, int* status) {
  AnswerCommand& audit = addAnswer(app, status, "audit", service::auditAnswer, "Write the findings as JSON");
  addFile(audit, "csv", "Write one row of CSV for each finding");
}

void addHistoryCommand(CLI::App& app, int* status) {
  AnswerCommand& history = addAnswer(app, status, "history", service::historyAnswer, "Write the history as JSON");
  addFile(history, "csv", "Write one row of CSV for each commit and model");
  addFile(history, "html", "Write one HTML page with a line for each figure over time");
  addAnswer(*history.app, status, "backfill", service::backfillAnswer, "Write the measurements as JSON");
}

void addReviewCommand(CLI::App& app, int* status) {
  AnswerCommand& review = addAnswer(app, status, "review", service::reviewAnswer, "Write the review as JSON");
  addFile(review, "markdown", "Also write the Markdown to a file");
  addFile(review, "svg", "Write a small chart of the arenas before and after; the Markdown shows it");
  review.prepare = [&review]() -> std::optional<Error> {
    if (review.run.chartUrl.empty()) review.run.chartUrl = review.files["svg"];
    return std::nullopt;
  };
}

} // namespace arenascope::cli
