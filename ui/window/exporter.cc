#include "ui/window/exporter.h"

#include "core/profile/file_writer.h"
#include "core/profile/header_writer.h"
#include "core/profile/json_writer.h"
#include "core/profile/resolver_writer.h"
#include "core/profile/text_writer.h"
#include "ui/pictures/html_report.h"
#include "ui/pictures/picture_export.h"

namespace arenascope::ui {

std::optional<profile::Error> exportReport(const ReportPointer& report, const PictureChoice& picture,
                                           ExportFormat format, const QString& path) {
  const bool isPicture = format == ExportFormat::kPng || format == ExportFormat::kSvg;
  if (isPicture && !picture.paint)
    return profile::Error{"export", "nothing was exported: this page has no picture yet"};
  const auto bytes = [&]() -> std::string {
    switch (format) {
    case ExportFormat::kHeader: return profile::toHeader(*report);
    case ExportFormat::kBuffers: return profile::toBufferHeader(*report);
    case ExportFormat::kJson: return profile::toJson(*report);
    case ExportFormat::kCsv: return profile::toCsv(*report);
    case ExportFormat::kResolver: return profile::toResolver(*report);
    case ExportFormat::kPng: return toPng(picture.paint).toStdString();
    case ExportFormat::kSvg: return toSvg(picture.paint, pictureTitle(*report)).toStdString();
    case ExportFormat::kHtml: return toHtml(report, picture.options).toStdString();
    }
    return {};
  };
  return profile::writeFile(path.toStdString(), bytes());
}

} // namespace arenascope::ui
