#include "app/cli/options/picture_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/one_of.h"
#include "app/cli/results/output_files.h"
#include "core/base/file_writer.h"
#include "core/base/log.h"
#include "core/devtree/module_part.h"
#include "service/store/notes.h"

namespace arenascope::cli {

namespace {

// A function of the module.
template <typename Function>
Result<Function*> loadFromModule(const char* name) {
  const Result<void*> function = devtree::functionOf(
      {.target = "arenascope-pictures",
       .folder = "app/pictures",
       .what = "the drawing module",
       .missing = {Stage::kExport, "arenascope-pictures.so is missing; it comes with the desktop program (on "
                                   "Debian: the package arenascope-gui)"}},
      name);
  if (function) return reinterpret_cast<Function*>(*function);
  return function.error();
}

Error noPicture(Error why) {
  why.message = "no image file has been written: " + why.message;
  return why;
}

template <typename Function, typename Report>
std::optional<Error> writeWith(const char* name, const PictureOptions& options, const Report& report) {
  if (!options.hasPictures()) return std::nullopt;
  const Result<Function*> write = loadFromModule<Function>(name);
  if (!write) return noPicture(write.error());
  std::optional<Error> failed;
  (**write)(options, report, failed);
  if (failed) return failed;
  for (const std::string* path : {&options.png, &options.svg})
    if (!path->empty()) sayWritten(*path);
  return std::nullopt;
}

// Nothing without Qt, which is reported.
std::optional<output::HtmlParts::Charts> drawnCharts(const PictureOptions& options, const report::Report& report) {
  const Result<ChartFunction*> draw = loadFromModule<ChartFunction>("arenascope_draw_charts");
  output::HtmlParts::Charts charts;
  std::optional<Error> failed;
  if (draw)
    (**draw)(options, report, charts, failed);
  else
    failed = draw.error();
  if (!failed) return charts;
  log::warning(options.html + " has no charts: " + failed->message);
  return std::nullopt;
}

// With the notes next to the model.
std::optional<Error> writePage(const PictureOptions& options, const report::Report& report,
                               const optimization::AdviceReport* advice) {
  if (options.html.empty()) return std::nullopt;
  const auto notes = service::readNotes(service::notesFile(report.model.path));
  if (!notes) return notes.error();
  output::HtmlParts parts{.charts = {}, .notes = {}, .advice = advice};
  for (const service::Note& note : *notes) parts.notes.push_back({describeSubject(report, note), note.text});
  if (report.arena) parts.charts = drawnCharts(options, report);
  if (auto failed = writeFile(options.html, output::toHtml(report, parts))) return failed;
  sayWritten(options.html);
  return std::nullopt;
}

constexpr const char* kWritePictures = "arenascope_write_pictures";

} // namespace

void addPictureOptions(CLI::App& command, PictureOptions& options) {
  addOutput(command, "--html", options.html, "Write the report as one HTML page, with charts");
  addTwoFormats(command, options, "the arena");
  command.add_option("--lens", options.view, "View in the image: inference or allocation")
      ->check(oneOf({"inference", "allocation"}))
      ->capture_default_str()
      ->group(kFilesGroup);
  command
      .add_option("--colour-by", options.colourBy, "Colour buffers by kind of layer, tensor, operator or buffer kind")
      ->check(oneOf({"layer", "tensor", "operator", "kind"}))
      ->capture_default_str()
      ->group(kFilesGroup);
  command.add_option("--time-axis", options.timeAxis, "Width of an operator: one column (operators) or its cycles")
      ->check(oneOf({"operators", "cycles"}))
      ->capture_default_str()
      ->group(kFilesGroup);
}

void addTwoFormats(CLI::App& command, PictureOptions& options, const std::string& what) {
  addOutput(command, "--png", options.png, "Write " + what + " as a PNG image");
  addOutput(command, "--svg", options.svg, "Write " + what + " as an SVG image");
}

std::optional<Error> pictureModuleProblem() {
  const Result<PictureFunction*> module = loadFromModule<PictureFunction>(kWritePictures);
  return module ? std::nullopt : std::optional(noPicture(module.error()));
}

std::optional<Error> writePictures(const PictureOptions& options, const report::Report& report) {
  if (!report.arena && options.hasPictures()) return noPicture({Stage::kExport, "the arena is not known"});
  if (auto failed = writeWith<PictureFunction>(kWritePictures, options, report)) return failed;
  return writePage(options, report, nullptr);
}

std::optional<Error> writePareto(const PictureOptions& options, const optimization::ShrinkReport& report) {
  return writeWith<ParetoFunction>("arenascope_write_pareto", options, report);
}

std::optional<Error> writeCalibration(const PictureOptions& options, const calibration::Calibration& calibration) {
  return writeWith<CalibrationFunction>("arenascope_write_calibration", options, calibration);
}

std::optional<Error> writeAdvice(const PictureOptions& options, const optimization::AdviceReport& report) {
  return writePage(options, report.before, &report);
}

} // namespace arenascope::cli
