#include "ui/charts/buffer_labels.h"

#include <QFontMetricsF>
#include <QPainter>

#include "core/report/buffer_info.h"
#include "core/report/text/short_names.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

constexpr double kMargin = 8.0;
constexpr double kLine = 0.9; // of a font's height, that a line of it needs

} // namespace

BufferLabels::Label BufferLabels::made(std::size_t buffer) const {
  const QFontMetricsF metrics(font_);
  const auto text = [&](const QString& words) {
    Text prepared{QStaticText(words), metrics.horizontalAdvance(words)};
    prepared.shown.setTextFormat(Qt::PlainText);
    prepared.shown.setPerformanceHint(QStaticText::AggressiveCaching);
    prepared.shown.prepare({}, font_);
    return prepared;
  };
  const report::PlannedBuffer& about = report_->buffers[buffer];
  const QString writer = QString::fromStdString(writerName(*report_, rows_, about));
  Label label;
  label.names = {text(QString::fromStdString(names_[buffer])), text(writer),
                 text(writer.section(QLatin1Char(' '), 0, 0))};
  label.size = text(bytesText(static_cast<double>(about.bytes)).replace(QStringLiteral(".0 "), QStringLiteral(" ")));
  return label;
}

const BufferLabels::Label& BufferLabels::labelOf(std::size_t buffer, const QFont& font) {
  if (labels_.empty() || font != font_) {
    font_ = font;
    const QFontMetricsF metrics(font);
    lineHeight_ = metrics.height();
    gap_ = 2 * metrics.averageCharWidth();
    labels_.assign(report_->buffers.size(), {});
    names_ = shortBufferNames(*report_);
    rows_ = rowsByStep(*report_);
  }
  if (labels_[buffer].size.width == 0) labels_[buffer] = made(buffer);
  return labels_[buffer];
}

const BufferLabels::Text* BufferLabels::nameWithin(const Label& label, double width) {
  for (const Text& name : label.names)
    if (name.width > 0 && name.width <= width) return &name;
  return nullptr;
}

void BufferLabels::drawLine(QPainter& painter, const Label& label, const QPointF& middle, double width) const {
  const Text* name = nameWithin(label, width - gap_ - label.size.width);
  const double all = label.size.width + (name == nullptr ? 0 : name->width + gap_);
  const double top = std::round(middle.y() - lineHeight_ / 2);
  if (name != nullptr) painter.drawStaticText(QPointF(std::round(middle.x() - all / 2), top), name->shown);
  painter.drawStaticText(QPointF(std::round(middle.x() + all / 2 - label.size.width), top), label.size.shown);
}

void BufferLabels::draw(QPainter& painter, const QRect& box, std::size_t buffer) {
  const Label& label = labelOf(buffer, painter.font());
  const double across = box.width() - kMargin;
  const double upright = box.height() - kMargin;
  const QPointF middle = QRectF(box).center();
  if (across < label.size.width) {
    if (box.width() < lineHeight_ * kLine || upright < label.size.width) return;
    painter.save();
    painter.translate(middle);
    painter.rotate(-90);
    drawLine(painter, label, {}, upright);
    painter.restore();
    return;
  }
  if (box.height() < lineHeight_ * kLine) return;
  const Text* name = box.height() < 2 * lineHeight_ ? nullptr : nameWithin(label, across);
  if (name == nullptr) return drawLine(painter, label, middle, across);
  const auto draw = [&](const Text& text, double top) {
    painter.drawStaticText(QPointF(std::round(middle.x() - text.width / 2), std::round(top)), text.shown);
  };
  draw(*name, middle.y() - lineHeight_);
  draw(label.size, middle.y());
}

} // namespace arenascope::ui
