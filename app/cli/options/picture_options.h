// Pictures and pages of a report: --png, --svg and --html; and the picture of smaller versions.
#pragma once

#include <optional>
#include <string>

#include "core/calibration/calibration.h"
#include "core/optimization/advice.h"
#include "core/optimization/shrink_report.h"
#include "core/output/answers/html_report.h"
#include "core/report/report.h"

namespace CLI {
class App;
} // namespace CLI

namespace arenascope::cli {

struct PictureOptions {
  std::string png;
  std::string svg;
  std::string html;
  std::string view = "inference";
  std::string colourBy = "tensor";
  std::string timeAxis = "operators";

  bool hasPictures() const { return !png.empty() || !svg.empty(); }
};

// The options outlive the parsing.
void addPictureOptions(CLI::App& command, PictureOptions& options);
// --png and --svg alone: "Arena against cycles".
void addTwoFormats(CLI::App& command, PictureOptions& options, const std::string& what);

// Why pictures cannot be written here; nothing where they can.
std::optional<Error> pictureModuleProblem();

// What the picture module exports, as arenascope_write_pictures, _pareto and _calibration, and arenascope_draw_charts.
using PictureFunction = void(const PictureOptions& options, const report::Report& report, std::optional<Error>& failed);
using ParetoFunction = void(const PictureOptions& options, const optimization::ShrinkReport& report,
                            std::optional<Error>& failed);
using CalibrationFunction = void(const PictureOptions& options, const calibration::Calibration& calibration,
                                 std::optional<Error>& failed);
// For the page: of a report with arena figures.
using ChartFunction = void(const PictureOptions& options, const report::Report& report,
                           output::HtmlParts::Charts& charts, std::optional<Error>& failed);

// Writes what was asked for; answers what went wrong, or nothing. A report without arena figures has a page and no
// pictures. The page has tables alone where the picture module is not there.
std::optional<Error> writePictures(const PictureOptions& options, const report::Report& report);
// --png and --svg alone: arena against cycles.
std::optional<Error> writePareto(const PictureOptions& options, const optimization::ShrinkReport& report);
// The same of a device's times beside ours.
std::optional<Error> writeCalibration(const PictureOptions& options, const calibration::Calibration& calibration);
// --html alone: the page with what would help.
std::optional<Error> writeAdvice(const PictureOptions& options, const optimization::AdviceReport& report);

} // namespace arenascope::cli
