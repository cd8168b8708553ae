// Pictures by Qt, without a display. The command line loads this when it is asked for a picture: it starts in a third
// of the time without Qt, and needs none of it otherwise.
#include <QFileInfo>
#include <QGuiApplication>
#include <QLibraryInfo>

#include "app/cli/options/picture_options.h"
#include "core/base/file_writer.h"
#include "ui/charts/calibration_chart.h"
#include "ui/charts/html_report.h"
#include "ui/charts/pareto_chart.h"
#include "ui/charts/picture_export.h"

namespace arenascope::cli {

namespace {

// Where this plugin is missing, Qt ends the whole process.
bool hasOffscreenPlatform() {
  const QString plugins = QLibraryInfo::path(QLibraryInfo::PluginsPath);
  return QFileInfo::exists(plugins + QStringLiteral("/platforms/libqoffscreen.so"));
}

ui::InferenceOptions inferenceOptions(const PictureOptions& options) {
  return {.colourBy = options.colourBy == "operator" ? ui::ColourBy::kOperator
                      : options.colourBy == "kind"   ? ui::ColourBy::kKind
                      : options.colourBy == "tensor" ? ui::ColourBy::kTensor
                                                     : ui::ColourBy::kFamily,
          .timeAxis = options.timeAxis == "cycles" ? ui::TimeAxis::kCycles : ui::TimeAxis::kOperators};
}

// Draws with Qt, where that can be.
template <typename Draw>
std::optional<Error> withQt(Draw draw) {
  if (!hasOffscreenPlatform())
    return Error{
        Stage::kExport,
        "Qt's platform plugin \"offscreen\", which draws images, is missing (on Debian: the package qt6-qpa-plugins)"};
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Remarks about the desktop that there is not are nothing to a command line.
  qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
  int count = 1;
  char name[] = "arenascope";
  char* arguments[] = {name, nullptr};
  const QGuiApplication application(count, arguments);
  return draw();
}

std::optional<Error> save(const std::string& path, const QByteArray& bytes) {
  return writeFile(path, bytes.toStdString());
}

std::optional<Error> savePictures(const PictureOptions& options, const ui::PaintPicture& paint, const QString& title,
                                  const QString& caption) {
  if (!options.png.empty())
    if (auto failed = save(options.png, ui::toPng(paint, caption))) return failed;
  return options.svg.empty() ? std::nullopt : save(options.svg, ui::toSvg(paint, title, caption));
}

std::optional<Error> write(const PictureOptions& options, const report::Report& report) {
  return withQt([&] {
    const auto shared = std::make_shared<const report::Report>(report);
    return savePictures(options,
                        options.view == "allocation" ? ui::allocationPainter(shared)
                                                     : ui::inferencePainter(shared, inferenceOptions(options)),
                        ui::pictureTitle(report), ui::pictureCaption(report));
  });
}

std::optional<Error> write(const PictureOptions& options, const optimization::ShrinkReport& report) {
  return withQt([&] {
    return savePictures(options, ui::paretoPainter(std::make_shared<const optimization::ShrinkReport>(report)),
                        ui::paretoTitle(report),
                        report.memories ? ui::paretoTitle(report) : ui::pictureCaption(report.before().runs.front()));
  });
}

std::optional<Error> write(const PictureOptions& options, const calibration::Calibration& calibration) {
  return withQt([&] {
    return savePictures(options, ui::calibrationPainter(std::make_shared<const calibration::Calibration>(calibration)),
                        ui::calibrationTitle(calibration), ui::calibrationTitle(calibration));
  });
}

std::optional<Error> draw(const PictureOptions& options, const report::Report& report,
                          output::HtmlParts::Charts& charts) {
  return withQt([&]() -> std::optional<Error> {
    charts = ui::pageCharts(std::make_shared<const report::Report>(report), inferenceOptions(options));
    return std::nullopt;
  });
}

} // namespace
} // namespace arenascope::cli

// Found by name: arenascope::cli::PictureFunction and its kind.
extern "C" void arenascope_write_pictures(const arenascope::cli::PictureOptions& options,
                                          const arenascope::report::Report& report,
                                          std::optional<arenascope::Error>& failed) {
  failed = arenascope::cli::write(options, report);
}

extern "C" void arenascope_write_pareto(const arenascope::cli::PictureOptions& options,
                                        const arenascope::optimization::ShrinkReport& report,
                                        std::optional<arenascope::Error>& failed) {
  failed = arenascope::cli::write(options, report);
}

extern "C" void arenascope_write_calibration(const arenascope::cli::PictureOptions& options,
                                             const arenascope::calibration::Calibration& calibration,
                                             std::optional<arenascope::Error>& failed) {
  failed = arenascope::cli::write(options, calibration);
}

extern "C" void arenascope_draw_charts(const arenascope::cli::PictureOptions& options,
                                       const arenascope::report::Report& report,
                                       arenascope::output::HtmlParts::Charts& charts,
                                       std::optional<arenascope::Error>& failed) {
  failed = arenascope::cli::draw(options, report, charts);
}
