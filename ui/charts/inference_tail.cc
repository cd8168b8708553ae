// The part of InferenceChart that paints the persistent section: the data of each layer at its offset, in the column of
// that layer, so that it is seen which ones fill it.
#include <QPainter>
#include <cmath>

#include "core/report/operator_family.h"
#include "core/report/text/short_names.h"
#include "ui/charts/inference_chart.h"

namespace arenascope::ui {

namespace {

constexpr double kLabelled = 1.15;  // lines: a block with round corners and a label
constexpr double kTailAlpha = 0.85; // of smaller ones
constexpr double kTextMargin = 12.0;
constexpr double kHidesText = 2.0; // pixels: thinner lines run behind text

AxisRange rangeOf(const report::ByteRange& range) {
  return {static_cast<double>(range.first), static_cast<double>(range.end)};
}

// "layer 2" and "192 bytes", as far as there is room.
void drawBlockLabel(QPainter& painter, const QRectF& box, const QString& name, std::uint64_t bytes,
                    const Theme& theme) {
  const QFont font = painter.font();
  const QFont strong = fontOf(painter, 11, QFont::DemiBold);
  const QFontMetricsF metrics(strong);
  const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= box.width() - 6; };
  const QString size = shortBytesText(static_cast<double>(bytes));
  const bool both = box.height() > 2.4 * metrics.height() && fits(name) && fits(size);
  painter.setFont(strong);
  painter.setPen(theme.fillText);
  if (both || fits(name))
    painter.drawText(both ? box.adjusted(0, 0, 0, -metrics.height()) : box, Qt::AlignCenter, name);
  if (both) {
    painter.setFont(fontOf(painter, 13));
    painter.setPen(theme.fillSub);
    painter.drawText(box.adjusted(0, metrics.height(), 0, 0), Qt::AlignCenter, size);
  }
  painter.setFont(font);
}

} // namespace

void InferenceChart::paintTail(Pen& pen) const {
  const auto size = static_cast<double>(report_->arena->minimum);
  const QRectF tail = toRect(pen.layout.box(timeRange(), {size - static_cast<double>(report_->arena->tail), size}));
  paintGap(pen);
  if (tail.height() <= 0) return;
  pen.painter.fillRect(tail.toRect(), pen.theme.tail);
  paintTailBlocks(pen, tail);
  paintTailLabels(pen, tail);
}

void InferenceChart::paintTailBlocks(Pen& pen, const QRectF& tail) const {
  QPainter& painter = pen.painter;
  const double line = QFontMetricsF(fontOf(painter, 11, QFont::DemiBold)).height();
  for (const report::TailBlock& block : tail_.blocks) {
    if (block.row < 0) continue;
    const report::OperatorReport& op = report_->operators[static_cast<std::size_t>(block.row)];
    const Look& look = pen.theme.family(report::familyOf(op.name));
    const QRectF box = toRect(pen.layout.box(timeOfRow(block.row), rangeOf(block.bytes)));
    if (box.width() <= 0 || box.height() <= 0) continue;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(tail.left(), box.bottom(), tail.width(), box.height() > 3 ? 0.8 : 0.35),
                     pen.theme.tailLine);
    const bool large = box.height() >= kLabelled * line && box.width() >= 2 * line;
    if (large) {
      painter.setPen(QPen(look.edge, 1));
      painter.setBrush(look.fill);
      painter.drawRoundedRect(box.adjusted(1.5, 0.5, -1.5, -0.5), 3, 3);
    } else {
      QColor colour = look.edge;
      colour.setAlphaF(static_cast<float>(kTailAlpha));
      painter.fillRect(
          QRectF(box.left() + 0.5, box.top(), std::max(1.0, box.width() - 1), std::max(0.8, box.height() - 0.4)),
          colour);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (box.height() >= kHidesText) pen.room.cover(box);
    if (large)
      drawBlockLabel(painter, box, QString::fromStdString(report::layerTitle(op)), block.bytes.end - block.bytes.first,
                     pen.theme);
  }
}

// How large the tail is, and what its bands are: each where it is high enough, at its top, or below the staircase.
void InferenceChart::paintTailLabels(Pen& pen, const QRectF& tail) const {
  QPainter& painter = pen.painter;
  const QFont font = painter.font();
  painter.setPen(pen.theme.tailText);
  const auto write = [&](const QString& text, double x, double top) {
    const QFontMetricsF metrics(painter.font());
    const QRectF place(x, top, metrics.horizontalAdvance(text), metrics.height());
    if (place.right() > tail.right() || place.left() < tail.left() || !pen.room.take(place)) return false;
    painter.drawText(QPointF(x, top + metrics.ascent()), text);
    return true;
  };
  painter.setFont(fontOf(painter, 12, QFont::DemiBold));
  const QFontMetricsF title(painter.font());
  const QString whole = QObject::tr("Tail %1").arg(groupedText(report_->arena->tail));
  if (tail.height() >= title.height() + 2) {
    const double x = tail.right() - kTextMargin - title.horizontalAdvance(whole);
    const double top = tail.top() + std::min(6.0, (tail.height() - title.height()) / 2);
    if (!write(whole, x, top)) write(whole, tail.left() + kTextMargin, tail.bottom() - title.height() - 2);
  }
  painter.setFont(font);
  painter.setFont(fontOf(painter, 11));
  const double line = QFontMetricsF(painter.font()).height();
  for (const report::TailBand& band : tail_.bands) {
    const QRectF box = toRect(pen.layout.box(timeRange(), rangeOf(band.bytes)));
    if (box.height() < line) continue;
    const QString caption = QString::fromStdString(band.caption);
    const QString brief = caption.section(QLatin1Char(':'), 0, 0);
    const double top = band.ofLayers ? box.bottom() - line - 4 : box.top() + std::min(2.0, (box.height() - line) / 2);
    for (const double x : {tail.left() + kTextMargin,
                           tail.right() - kTextMargin - QFontMetricsF(painter.font()).horizontalAdvance(brief)})
      if (write(caption, x, top) || write(brief, x, top)) break;
  }
  painter.setFont(font);
}

// Between head and tail: what only setting up needs.
void InferenceChart::paintGap(Pen& pen) const {
  const report::ArenaFigures& arena = *report_->arena;
  const AxisRange bytes{static_cast<double>(arena.head), static_cast<double>(arena.minimum - arena.tail)};
  const QRectF gap = toRect(pen.layout.box(timeRange(), bytes));
  const QFont font = pen.painter.font();
  pen.painter.setFont(fontOf(pen.painter, 11));
  pen.painter.setPen(pen.theme.faintText);
  const double line = QFontMetricsF(pen.painter.font()).height();
  if (gap.height() >= line) {
    pen.room.cover(gap);
    drawFitting(
        pen.painter, gap,
        QObject::tr("%1 bytes free at run time (used during setup only)").arg(groupedText(arena.minimum - arena.used)),
        Qt::AlignCenter);
  }
  pen.painter.setFont(font);
}

} // namespace arenascope::ui
