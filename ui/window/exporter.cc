#include "ui/window/exporter.h"

#include <QObject>
#include <algorithm>
#include <cstring>

#include "ui/charts/html_report.h"

namespace arenascope::ui {

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
    for (const output::OutputFormat& format : output::outputFormats())
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

} // namespace arenascope::ui
