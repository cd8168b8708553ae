#include "ui/window/exporter.h"

#include <QCursor>
#include <QGuiApplication>
#include <QObject>
#include <algorithm>
#include <cstring>

#include "core/base/file_writer.h"
#include "emulator/session/esphome.h"
#include "ui/pictures/html_report.h"

namespace arenascope::ui {

namespace {

// A dozen short runs.
Result<std::string> manifest(const profile::Report& report, const QString& path) {
  session::ProfileRequest request;
  request.model = report.model.path;
  request.cache = session::userCache();
  QGuiApplication::setOverrideCursor(Qt::WaitCursor);
  const auto updated = session::updatedManifest(path.toStdString(), request, nullptr);
  QGuiApplication::restoreOverrideCursor();
  if (!updated) return updated.error();
  return updated->update.text;
}

} // namespace

Result<std::string> exportContents(const ReportPointer& report, const PictureChoice& picture, const ExportKind& kind) {
  using Picture = ExportKind::Picture;
  if ((kind.picture == Picture::kPng || kind.picture == Picture::kSvg) && !picture.paint)
    return Error{Stage::kExport, "nothing was exported: this page has no picture yet"};
  if (kind.esphome)
    return Error{Stage::kExport, "the size is written into a manifest that is there already, and all else in it stays: "
                                 "save it over that file"};
  switch (kind.picture) {
  case Picture::kPng: return toPng(picture.paint, pictureCaption(*picture.pictured)).toStdString();
  case Picture::kSvg:
    return toSvg(picture.paint, pictureTitle(*picture.pictured), pictureCaption(*picture.pictured)).toStdString();
  case Picture::kHtml: return toHtml(report, picture.options, picture.advice.get(), picture.notes).toStdString();
  case Picture::kNone: break;
  }
  return kind.format->write(*report);
}

const std::vector<ExportKind>& exportKinds() {
  static const std::vector<ExportKind> kKinds = [] {
    std::vector<ExportKind> kinds;
    for (const profile::OutputFormat& format : profile::outputFormats())
      kinds.push_back({format.title, format.suffix, format.needsArena, ExportKind::Picture::kNone, &format});
    kinds.push_back(
        {.name = "Manifest of an ESPHome wake word", .suffix = "manifest.json", .needsArena = true, .esphome = true});
    kinds.push_back({"Report as HTML", "html", false, ExportKind::Picture::kHtml});
    kinds.push_back({"Picture of this page as PNG", "png", true, ExportKind::Picture::kPng});
    kinds.push_back({"Picture of this page as SVG", "svg", true, ExportKind::Picture::kSvg});
    return kinds;
  }();
  return kKinds;
}

const ExportKind& exportKind(const char* suffix) {
  const auto& kinds = exportKinds();
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const ExportKind& kind) { return std::strcmp(kind.suffix, suffix) == 0; });
}

std::optional<Error> exportReport(const ReportPointer& report, const PictureChoice& picture, const ExportKind& kind,
                                  const QString& path) {
  const Result<std::string> bytes = kind.esphome ? manifest(*report, path) : exportContents(report, picture, kind);
  if (!bytes) return bytes.error();
  return writeFile(path.toStdString(), *bytes);
}

} // namespace arenascope::ui
