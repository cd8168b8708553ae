#include "ui/exporter.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QSvgGenerator>

#include "core/profile/file_writer.h"
#include "core/profile/json_writer.h"
#include "core/profile/resolver_writer.h"
#include "core/profile/text_writer.h"

namespace arenascope::ui {

namespace {

constexpr int kWidth = 1400;
constexpr int kHeight = 800;
constexpr int kScale = 2; // pixels of the PNG for each unit

// Exported pictures are for paper and pages: always on a light ground.
Theme paperTheme() {
  QPalette paper(Qt::white);
  paper.setColor(QPalette::Base, Qt::white);
  paper.setColor(QPalette::Text, Qt::black);
  return Theme::from(paper);
}

void paintOn(QPainter& painter, const LensView& view) {
  painter.fillRect(QRect(0, 0, kWidth, kHeight), Qt::white);
  view.paintPicture(painter, view.fullLayout(QSizeF(kWidth, kHeight)), paperTheme());
}

QByteArray pngBytes(const LensView& view) {
  QImage image(kWidth * kScale, kHeight * kScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kScale);
  QPainter painter(&image);
  paintOn(painter, view);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray svgBytes(const LensView& view, const profile::Report& report) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setSize(QSize(kWidth, kHeight));
  svg.setViewBox(QRect(0, 0, kWidth, kHeight));
  svg.setTitle(
      QStringLiteral("Tensor arena of %1").arg(QFileInfo(QString::fromStdString(report.model.path)).fileName()));
  QPainter painter(&svg);
  paintOn(painter, view);
  painter.end();
  return bytes;
}

} // namespace

std::optional<profile::Error> exportReport(const profile::Report& report, const LensView& view, ExportFormat format,
                                           const QString& path) {
  const auto bytes = [&]() -> std::string {
    switch (format) {
    case ExportFormat::kHeader: return profile::toHeader(report);
    case ExportFormat::kJson: return profile::toJson(report);
    case ExportFormat::kCsv: return profile::toCsv(report);
    case ExportFormat::kResolver: return profile::toResolver(report);
    case ExportFormat::kPng: return pngBytes(view).toStdString();
    case ExportFormat::kSvg: return svgBytes(view, report).toStdString();
    }
    return {};
  };
  return profile::writeFile(path.toStdString(), bytes());
}

} // namespace arenascope::ui
