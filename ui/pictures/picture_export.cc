#include "ui/pictures/picture_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include "ui/pictures/allocation_picture.h"
#include "ui/pictures/lens_frame.h"

namespace arenascope::ui {

namespace {

constexpr int kWidth = 1400;
constexpr int kHeight = 800;
constexpr int kScale = 2; // pixels of the PNG for each unit
constexpr double kStripHeight = 70.0;

void paintOn(QPainter& painter, const PaintPicture& paint) {
  const QSizeF size(kWidth, kHeight);
  painter.fillRect(QRectF(QPointF(), size), Qt::white);
  paint(painter, size, Theme::paper());
}

} // namespace

PaintPicture inferencePainter(const ReportPointer& report, const InferenceOptions& options) {
  return [picture = InferencePicture(report, options)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    const double strip = picture.hasStrip() ? kStripHeight : 0;
    const Box plot = plotBox(size.width(), size.height(), strip);
    picture.paint(painter, {plot, picture.timeRange(), picture.bytesRange(), stripBox(plot, strip)}, theme, {});
  };
}

PaintPicture allocationPainter(const ReportPointer& report) {
  return [picture = AllocationPicture(report)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter, {plotBox(size.width(), size.height()), picture.timeRange(), picture.bytesRange()}, theme, -1,
                  std::nullopt);
  };
}

QByteArray toPng(const PaintPicture& paint) {
  QImage image(kWidth * kScale, kHeight * kScale, QImage::Format_RGB32);
  image.setDevicePixelRatio(kScale);
  QPainter painter(&image);
  paintOn(painter, paint);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray toSvg(const PaintPicture& paint, const QString& title) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setSize(QSize(kWidth, kHeight));
  svg.setViewBox(QRect(0, 0, kWidth, kHeight));
  svg.setTitle(title);
  QPainter painter(&svg);
  paintOn(painter, paint);
  painter.end();
  return bytes;
}

QString pictureTitle(const profile::Report& report) {
  return QObject::tr("Tensor arena of %1").arg(QFileInfo(QString::fromStdString(report.model.path)).fileName());
}

} // namespace arenascope::ui
