// Pictures and pages of a report: --png, --svg and --html; and the picture of smaller versions.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/report.h"
#include "core/plan/advice.h"
#include "core/plan/shrink_report.h"

namespace CLI {
class App;
} // namespace CLI

namespace arenascope::cli {

struct PictureOptions {
  std::string png;
  std::string svg;
  std::string html;
  std::string lens = "inference";
  std::string colourBy = "tensor";
  std::string timeAxis = "operators";

  bool asked() const { return !png.empty() || !svg.empty() || !html.empty(); }
};

// The options outlive the parsing.
void addPictureOptions(CLI::App& command, PictureOptions& options);
void addFrontOptions(CLI::App& command, PictureOptions& options);

// Why pictures cannot be written here; nothing where they can.
std::optional<Error> pictureModuleProblem();

// What the picture module exports, as arenascope_write_pictures, arenascope_write_front and arenascope_write_advice.
using PictureFunction = void(const PictureOptions& options, const profile::Report& report,
                             std::optional<Error>& failed);
using FrontFunction = void(const PictureOptions& options, const plan::ShrinkReport& report,
                           std::optional<Error>& failed);
using AdviceFunction = void(const PictureOptions& options, const plan::AdviceReport& report,
                            std::optional<Error>& failed);

// Writes what was asked for; answers what went wrong, or nothing. A report without arena figures has a page and no
// pictures.
std::optional<Error> writePictures(const PictureOptions& options, const profile::Report& report);
// --png and --svg alone: arena against cycles.
std::optional<Error> writeFront(const PictureOptions& options, const plan::ShrinkReport& report);
// --html alone: the page with what would help.
std::optional<Error> writeAdvice(const PictureOptions& options, const plan::AdviceReport& report);

} // namespace arenascope::cli
