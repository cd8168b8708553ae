// Chart files and pages of a report: --png, --svg and --html; and the chart of smaller versions.
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
  std::string colourBy = "layer";
  std::string timeAxis = "operators";

  bool hasPictures() const { return !png.empty() || !svg.empty(); }
};

// options must outlive parsing.
void addPictureOptions(CLI::App& command, PictureOptions& options);
// Adds --png and --svg only: "Arena against cycles".
void addTwoFormats(CLI::App& command, PictureOptions& options, const std::string& what);

// Why no chart files can be written here; nothing if they can.
std::optional<Error> pictureModuleProblem();

// Exported by the module: arenascope_write_pictures, _pareto and _calibration, and arenascope_draw_charts.
using PictureFunction = void(const PictureOptions& options, const report::Report& report, std::optional<Error>& failed);
using ParetoFunction = void(const PictureOptions& options, const optimization::ShrinkReport& report,
                            std::optional<Error>& failed);
using CalibrationFunction = void(const PictureOptions& options, const calibration::Calibration& calibration,
                                 std::optional<Error>& failed);
// For the page; the report needs arena figures.
using ChartFunction = void(const PictureOptions& options, const report::Report& report,
                           output::HtmlParts::Charts& charts, std::optional<Error>& failed);

// Writes the requested files; returns the error, if any. A report without arena figures has a page but no charts;
// without the module the page has only tables.
std::optional<Error> writePictures(const PictureOptions& options, const report::Report& report);
// For --png and --svg: arena against cycles.
std::optional<Error> writePareto(const PictureOptions& options, const optimization::ShrinkReport& report);
// For --png and --svg: a device's times against ours.
std::optional<Error> writeCalibration(const PictureOptions& options, const calibration::Calibration& calibration);
// For --html: a page with suggestions.
std::optional<Error> writeAdvice(const PictureOptions& options, const optimization::AdviceReport& report);

} // namespace arenascope::cli
