#include "ui/pictures/buffer_labels.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/pictures/lens_frame.h"

namespace arenascope::ui {

namespace {

constexpr double kMargin = 8.0;
// Names are shortened anew when the width has changed by so much.
constexpr double kWidthStep = 8.0;

QStaticText prepared(const QString& text, const QFont& font) {
  QStaticText made(text);
  made.setTextFormat(Qt::PlainText);
  made.setPerformanceHint(QStaticText::AggressiveCaching);
  made.prepare({}, font);
  return made;
}

} // namespace

BufferLabels::Label& BufferLabels::labelOf(std::size_t buffer, const QFont& font) {
  if (labels_.empty() || font != font_) {
    font_ = font;
    const QFontMetricsF metrics(font);
    lineHeight_ = metrics.height();
    characterWidth_ = metrics.averageCharWidth();
    labels_.assign(report_->buffers.size(), {});
  }
  Label& label = labels_[buffer];
  if (label.sizeWidth > 0) return label;
  const profile::PlannedBuffer& about = report_->buffers[buffer];
  const QFontMetricsF metrics(font);
  // The tensor's own part of a long name: what stands after the last slash.
  label.name = QString::fromStdString(about.name).section(QLatin1Char('/'), -1);
  label.nameWidth = metrics.horizontalAdvance(label.name);
  const QString size = bytesText(static_cast<double>(about.bytes));
  label.size = prepared(size, font);
  label.sizeWidth = metrics.horizontalAdvance(size);
  return label;
}

void BufferLabels::shorten(Label& label, double spare) const {
  const bool whole = label.nameWidth <= spare;
  const int step = whole ? 1 << 20 : static_cast<int>(spare / kWidthStep);
  if (step == label.shownFor) return;
  label.shownFor = step;
  const QFontMetricsF metrics(font_);
  const QString shown = whole ? label.name : metrics.elidedText(label.name, Qt::ElideMiddle, step * kWidthStep);
  label.shownName = prepared(shown, font_);
  label.shownWidth = metrics.horizontalAdvance(shown);
}

void BufferLabels::draw(QPainter& painter, const QRect& box, std::size_t buffer) {
  Label& label = labelOf(buffer, painter.font());
  const double spare = box.width() - kMargin;
  if (spare < label.sizeWidth || box.height() < lineHeight_ * 0.9) return;
  const QPointF middle = QRectF(box).center();
  const auto draw = [&](const QStaticText& text, double width, double centre, double top) {
    painter.drawStaticText(QPointF(std::round(centre - width / 2), std::round(top)), text);
  };
  if (box.height() >= 2 * lineHeight_ && spare >= characterWidth_ * 5) {
    shorten(label, spare);
    draw(label.shownName, label.shownWidth, middle.x(), middle.y() - lineHeight_);
    draw(label.size, label.sizeWidth, middle.x(), middle.y());
    return;
  }
  const double top = middle.y() - lineHeight_ / 2;
  const double both = label.nameWidth + characterWidth_ * 2 + label.sizeWidth;
  if (both > spare) {
    draw(label.size, label.sizeWidth, middle.x(), top);
    return;
  }
  shorten(label, spare);
  draw(label.shownName, label.shownWidth, middle.x() - both / 2 + label.nameWidth / 2, top);
  draw(label.size, label.sizeWidth, middle.x() + both / 2 - label.sizeWidth / 2, top);
}

} // namespace arenascope::ui
