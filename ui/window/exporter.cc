#include "ui/window/exporter.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <algorithm>
#include <cstring>

#include "core/base/file_writer.h"
#include "ui/pictures/html_report.h"

namespace arenascope::ui {

namespace {

Result<std::string> contents(const ReportPointer& report, const PictureChoice& picture, const ExportKind& kind,
                             const QString& path) {
  using Picture = ExportKind::Picture;
  if ((kind.picture == Picture::kPng || kind.picture == Picture::kSvg) && !picture.paint)
    return Error{Stage::kExport, "nothing was exported: this page has no picture yet"};
  switch (kind.picture) {
  case Picture::kPng: return toPng(picture.paint).toStdString();
  case Picture::kSvg: return toSvg(picture.paint, pictureTitle(*report)).toStdString();
  case Picture::kHtml: return toHtml(report, picture.options).toStdString();
  case Picture::kNone: break;
  }
  QFile file(path);
  const bool isThere = QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly);
  const QByteArray before = isThere ? file.readAll() : QByteArray();
  return kind.format->write(*report, before.toStdString(), path.toStdString());
}

} // namespace

const std::vector<ExportKind>& exportKinds() {
  static const std::vector<ExportKind> kKinds = [] {
    std::vector<ExportKind> kinds;
    for (const profile::OutputFormat& format : profile::outputFormats())
      kinds.push_back({format.title, format.suffix, format.needsArena, ExportKind::Picture::kNone, &format});
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
  const Result<std::string> bytes = contents(report, picture, kind, path);
  if (!bytes) return bytes.error();
  return writeFile(path.toStdString(), *bytes);
}

} // namespace arenascope::ui
