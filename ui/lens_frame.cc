#include "ui/lens_frame.h"

#include <QFontMetricsF>
#include <cmath>

#include "core/profile/number_text.h"

namespace arenascope::ui {

Box plotBox(double width, double height) {
  return {kAxisWidth, kTopMargin, std::max(width - kRightMargin, kAxisWidth + 1),
          std::max(height - kAxisHeight, kTopMargin + 1)};
}

QRectF toRect(const Box& box) { return {box.left, box.top, box.width(), box.height()}; }

QString bytesText(double bytes) {
  return QString::fromStdString(profile::humanBytes(static_cast<std::uint64_t>(std::max(bytes, 0.0))));
}

QString groupedText(std::uint64_t number) { return QString::fromStdString(profile::grouped(number)); }

void drawBytesAxis(QPainter& painter, const LensLayout& layout, const Theme& theme) {
  constexpr double kTickDistance = 36.0;
  const double step = tickStep(layout.bytes.length() / layout.plot.height(), kTickDistance, true);
  for (double bytes = std::ceil(layout.bytes.first / step) * step; bytes <= layout.bytes.last; bytes += step) {
    const double y = layout.yOf(bytes);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QPointF(layout.plot.left, y), QPointF(layout.plot.right, y));
    painter.setPen(theme.weakText);
    painter.drawText(QRectF(0, y - 9, kAxisWidth - 8, 18), Qt::AlignRight | Qt::AlignVCenter, bytesText(bytes));
  }
  painter.setPen(QPen(theme.weakText, 1));
  painter.drawLine(QPointF(layout.plot.left, layout.plot.top), QPointF(layout.plot.left, layout.plot.bottom));
  painter.drawLine(QPointF(layout.plot.left, layout.plot.bottom), QPointF(layout.plot.right, layout.plot.bottom));
}

void drawFitting(QPainter& painter, const QRectF& box, const QString& text, Qt::Alignment alignment) {
  const QFontMetricsF metrics(painter.font());
  constexpr double kPadding = 3.0;
  const double width = box.width() - 2 * kPadding;
  if (box.height() < metrics.height() * 0.9 || width < metrics.horizontalAdvance(QStringLiteral("MMM"))) return;
  const QString shown = metrics.elidedText(text, Qt::ElideMiddle, width);
  painter.drawText(box.adjusted(kPadding, 0, -kPadding, 0), alignment, shown);
}

} // namespace arenascope::ui
