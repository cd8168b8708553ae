#include "ui/charts/picture_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include "core/report/text/report_text.h"
#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/tabular_figures.h"

namespace arenascope::ui {

namespace {

constexpr int kWidth = 1120;
constexpr int kHeight = 640;
constexpr double kScale = 2.5;  // pixels of the PNG for each unit
constexpr int kTextPixels = 13; // of body text; the smallest has 11
constexpr double kCaptionHeight = 28.0;

void paintOn(QPainter& painter, const PaintPicture& paint, const QString& caption) {
  const Theme theme = Theme::paper();
  QSizeF size(kWidth, kHeight);
  painter.fillRect(QRectF(QPointF(), size), Qt::white);
  QFont font = painter.font();
  font.setPixelSize(kTextPixels);
  painter.setFont(font);
  if (!caption.isEmpty()) {
    QFont strong = font;
    strong.setBold(true);
    painter.setFont(strong);
    painter.setPen(theme.text);
    const QRectF line(kRightMargin, 4, kWidth - 2 * kRightMargin, kCaptionHeight - 4);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(strong).elidedText(caption, Qt::ElideMiddle, line.width()));
    painter.setFont(font);
    painter.translate(0, kCaptionHeight);
    size.rheight() -= kCaptionHeight;
  }
  paint(painter, size, theme);
}

} // namespace

namespace {

ArenaLayout wholeOf(const InferenceChart& picture, const QSizeF& size) {
  const double strip = picture.hasStrip() ? kStripHeight : 0;
  const Box plot = plotBox(size.width(), size.height(), strip, true, picture.axisHeight());
  return {plot, picture.timeRange(), picture.bytesRange(), stripBox(plot, strip)};
}

} // namespace

PaintPicture inferencePainter(const ReportPointer& report, const InferenceOptions& options) {
  return [picture = InferenceChart(report, options)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter, wholeOf(picture, size), theme, {});
  };
}

PaintPicture allocationPainter(const ReportPointer& report) {
  return [picture = AllocationChart(report)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter,
                  {plotBox(size.width(), size.height(), 0, true, picture.axisHeight()), picture.timeRange(),
                   picture.bytesRange()},
                  theme, -1, std::nullopt);
  };
}

QByteArray toPng(const PaintPicture& paint, const QString& caption) {
  QImage image((QSizeF(kWidth, kHeight) * kScale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(kScale);
  QPainter painter(&image);
  paintOn(painter, paint, caption);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray toSvg(const PaintPicture& paint, const QString& title, const QString& caption) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator svg;
  svg.setOutputDevice(&buffer);
  svg.setSize(QSize(kWidth, kHeight));
  svg.setViewBox(QRect(0, 0, kWidth, kHeight));
  svg.setTitle(title.toHtmlEscaped()); // which it writes as it is
  QPainter painter(&svg);
  paintOn(painter, paint, caption);
  painter.end();
  // Qt's name for whatever font there is, which browsers do not know; what was measured first.
  return bytes.replace("font-family=\"" + QFont().family().toUtf8() + "\"",
                       "font-family=\"" + installedFamily(QFontInfo(QFont()).family()).toUtf8() +
                           ", Verdana, sans-serif\"");
}

QByteArray toSvgWithHover(const ReportPointer& report, const InferenceOptions& options, const QString& title) {
  QByteArray svg = toSvg(inferencePainter(report, options), title, {});
  const InferenceChart picture(report, options);
  QString areas = QStringLiteral("<g fill=\"none\" pointer-events=\"all\">\n");
  for (const InferenceChart::Area& area : picture.areas(wholeOf(picture, QSizeF(kWidth, kHeight))))
    areas += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\"><title>%5</title></rect>\n")
                 .arg(area.box.x())
                 .arg(area.box.y())
                 .arg(area.box.width())
                 .arg(area.box.height())
                 .arg(plainText(area.text).toHtmlEscaped());
  return svg.insert(svg.lastIndexOf("</svg>"), (areas + QStringLiteral("</g>\n")).toUtf8());
}

QString pictureTitle(const report::Report& report) {
  return QObject::tr("Tensor arena of %1").arg(QFileInfo(QString::fromStdString(report.model.path)).fileName());
}

QString pictureCaption(const report::Report& report) {
  const QString caption = QObject::tr("%1 on %2")
                              .arg(QFileInfo(QString::fromStdString(report.model.path)).fileName(),
                                   QString::fromStdString(describeSettings(report)));
  return report.arena ? QObject::tr("%1: kTensorArenaSize = %2").arg(caption, groupedText(report.arena->recommended))
                      : caption;
}

} // namespace arenascope::ui
