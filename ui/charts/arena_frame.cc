#include "ui/charts/arena_frame.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <cmath>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "ui/charts/hatching.h"

namespace arenascope::ui {

double axisWidth() { return 62.0 * textScale(); }
double axisHeight() { return 30.0 * textScale(); }
double topMargin() { return 14.0; }
double legendHeight() { return 20.0 * textScale(); }

Box plotBox(double width, double height, double stripHeight, bool legend, double axis) {
  const double below = (axis > 0 ? axis : axisHeight()) + (stripHeight > 0 ? stripHeight + kStripGap : 0);
  const double above = topMargin() + (legend ? legendHeight() : 0);
  return {axisWidth(), above, std::max(width - kRightMargin, axisWidth() + 1), std::max(height - below, above + 1)};
}

QFont fontOf(const QPainter& painter, double pixels, QFont::Weight weight) {
  constexpr double kBody = 13.0;
  QFont font = painter.font();
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * pixels / kBody))));
  font.setWeight(weight);
  return font;
}

Box stripBox(const Box& plot, double stripHeight) {
  if (stripHeight <= 0) return {};
  return {plot.left, plot.bottom + kStripGap, plot.right, plot.bottom + kStripGap + stripHeight};
}

QRectF toRect(const Box& box) { return {box.left, box.top, box.width(), box.height()}; }

QString bytesText(double bytes) {
  return QString::fromStdString(humanBytes(static_cast<std::uint64_t>(std::max(bytes, 0.0))));
}

QString shortBytesText(double bytes) { return bytesText(bytes).replace(QStringLiteral(".0 "), QStringLiteral(" ")); }

QString plainText(const QString& rich) { return QTextDocumentFragment::fromHtml(rich).toPlainText(); }

QString operatorTitle(const report::OperatorReport& op) {
  return QString::fromStdString(report::operatorPlace(op) + " " + op.name);
}

QString groupedText(std::uint64_t number) { return QString::fromStdString(grouped(number)); }

QString withMinus(const std::string& text) {
  static const QRegularExpression kHyphen(QStringLiteral("(?<![\\w.\\]-])-(?=\\d)"));
  return QString::fromStdString(text).replace(kHyphen, QStringLiteral("\u2212"));
}

QString countedText(std::uint64_t number, const char* noun) { return QString::fromStdString(counted(number, noun)); }

namespace {

// A tick's bytes, exact and in the same unit as its neighbours': steps are powers of two.
QString tickText(std::uint64_t bytes, std::uint64_t step) {
  constexpr std::uint64_t kKib = 1024;
  if (bytes == 0) return QStringLiteral("0");
  if (step % (kKib * kKib) == 0) return QObject::tr("%1 MiB").arg(groupedText(bytes / kKib / kKib));
  if (step % kKib == 0) return QObject::tr("%1 KiB").arg(groupedText(bytes / kKib));
  return QObject::tr("%1 B").arg(groupedText(bytes));
}

} // namespace

void drawBytesAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme, AxisRange covered) {
  const double tickDistance = 56.0 * textScale();
  const double step = tickStep(layout.bytes.length() / layout.plot.height(), tickDistance, true);
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 11));
  for (double bytes = std::ceil(layout.bytes.first / step) * step; bytes <= layout.bytes.last; bytes += step) {
    const double y = layout.yOf(bytes);
    if (bytes <= covered.first || bytes >= covered.last)
      painter.fillRect(QRectF(layout.plot.left, std::round(y), layout.plot.width(), 1).toRect(),
                       bytes > 0 ? theme.grid : theme.faintText);
    painter.setPen(theme.faintText);
    painter.drawText(QRectF(0, y - 9 * textScale(), layout.plot.left - 10, 18 * textScale()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     tickText(static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(step)));
  }
  painter.setFont(font);
}

void Tags::draw(const QPointF& at, const QString& text, const QColor& ink, const QColor& ground) {
  const QFontMetricsF metrics(painter_.font());
  const Box& plot = layout_.plot;
  constexpr double kPadding = 10.0;
  const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(0.0, plot.width() - 4 - kPadding));
  const double width = metrics.horizontalAdvance(shown) + kPadding;
  const double left = std::clamp(at.x() - width / 2, plot.left + 2, std::max(plot.left + 2, plot.right - width - 2));
  const double above = at.y() - metrics.height() - 5;
  QRectF box(left, above > plot.top ? above : at.y() + 4, width, metrics.height() + 2);
  if (covers(box)) box.moveTop(at.y() + 4);
  while (covers(box) && box.bottom() < plot.bottom) box.translate(0, 2);
  taken_.push_back(box);
  painter_.fillRect(box, ground);
  painter_.setPen(ink);
  painter_.drawText(box, Qt::AlignCenter, shown);
}

bool Tags::covers(const QRectF& box) const {
  return std::any_of(taken_.begin(), taken_.end(), [&](const QRectF& other) { return other.intersects(box); });
}

void drawAxisTag(QPainter& painter, const QPointF& at, const QString& text, Qt::Alignment alignment,
                 const ArenaLayout& layout, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  constexpr double kPadding = 8.0;
  const double width = metrics.horizontalAdvance(text) + kPadding;
  QRectF box(at.x() - width / 2, at.y() + 2, width, metrics.height() + 2);
  if ((alignment & Qt::AlignRight) != 0)
    box.moveTopLeft({at.x() - width - 2, at.y() - box.height() / 2});
  else
    box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, layout.plot.right + kRightMargin - width)));
  painter.fillRect(box, theme.selection);
  painter.setPen(theme.background);
  painter.drawText(box, Qt::AlignCenter, text);
}

void drawEmpty(QPainter& painter, const QRect& box, const QString& text, const Theme& theme) {
  painter.setPen(theme.weakText);
  painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void drawDrag(QPainter& painter, const QRectF& box, const Theme& theme) {
  QColor shade = theme.selection;
  shade.setAlpha(40);
  painter.fillRect(box, shade);
  painter.setPen(QPen(theme.selection, 1, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(box);
}

void drawFocus(QPainter& painter, const QRect& box, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.selection, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), 8, 8);
}

void drawSwatch(QPainter& painter, const QPointF& corner, const LegendItem& item, const Theme& theme) {
  constexpr double kRound = 3.0;
  const bool frame = item.pattern == Qt::NoBrush;
  const double inside = frame ? 1.0 : 0.5;
  const QRectF box = QRectF(corner, QSizeF(kSwatch, kSwatch)).adjusted(inside, inside, -inside, -inside);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(frame || !item.edge.isValid() ? item.colour : item.edge, frame ? 2 : 1));
  painter.setBrush(frame ? QBrush(Qt::NoBrush) : QBrush(item.colour));
  painter.drawRoundedRect(box, kRound, kRound);
  if (!frame && item.pattern != Qt::SolidPattern) {
    QColor ink = theme.fillText;
    ink.setAlpha(110);
    fillPattern(painter, box, ink, item.pattern);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawLegend(QPainter& painter, const std::vector<LegendItem>& items, const ArenaLayout& layout,
                const Theme& theme) {
  constexpr double kGap = 14.0;
  constexpr double kBeside = 6.0;
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 12));
  const QFontMetricsF metrics(painter.font());
  const double line = layout.plot.top - legendHeight();
  const double baseline = line + metrics.ascent() - 4;
  const double roomForMore = metrics.horizontalAdvance(QObject::tr("+%1 more").arg(99));
  double x = layout.plot.left;
  painter.setPen(theme.weakText);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double width = kSwatch + kBeside + metrics.horizontalAdvance(items[i].name);
    if (x + width + (i + 1 < items.size() ? kGap + roomForMore : 0) > layout.plot.right) {
      painter.drawText(QPointF(x, baseline), QObject::tr("+%1 more").arg(items.size() - i));
      break;
    }
    drawSwatch(painter, {x, std::round(baseline - metrics.capHeight() / 2 - kSwatch / 2)}, items[i], theme);
    painter.setPen(theme.weakText);
    painter.drawText(QPointF(x + kSwatch + kBeside, baseline), items[i].name);
    x += width + kGap;
  }
  painter.setFont(font);
}

void drawFitting(QPainter& painter, const QRectF& box, const QString& text, Qt::Alignment alignment) {
  const QFontMetricsF metrics(painter.font());
  constexpr double kPadding = 3.0;
  const double width = box.width() - 2 * kPadding;
  if (box.height() < metrics.height() * 0.9 || width < metrics.horizontalAdvance(QStringLiteral("MMM"))) return;
  const bool whole = metrics.horizontalAdvance(text) <= width;
  if (!whole && width < metrics.averageCharWidth() * 8) return;
  const QString shown = whole ? text : metrics.elidedText(text, Qt::ElideMiddle, width);
  painter.drawText(box.adjusted(kPadding, 0, -kPadding, 0), static_cast<int>(alignment.toInt()), shown);
}

} // namespace arenascope::ui
