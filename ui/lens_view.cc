#include "ui/lens_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "ui/lens_frame.h"

namespace arenascope::ui {

namespace {
constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.1;
constexpr double kDragDistance = 4.0;
constexpr double kSmallestTime = 2.0;
constexpr double kSmallestBytes = 64.0;
} // namespace

LensView::LensView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void LensView::setContent(AxisRange time, AxisRange bytes) {
  const bool same = hasContent_ && time_.full().last == time.last && bytes_.full().last == bytes.last;
  if (!same) {
    time_ = AxisView(time, kSmallestTime);
    bytes_ = AxisView(bytes, kSmallestBytes);
  }
  hasContent_ = true;
  update();
}

void LensView::clearContent(const QString& message) {
  hasContent_ = false;
  emptyMessage_ = message;
  update();
}

LensLayout LensView::layoutFor(const QSizeF& size) const {
  return {plotBox(size.width(), size.height()), time_.shown(), bytes_.shown()};
}

LensLayout LensView::fullLayout(const QSizeF& size) const {
  return {plotBox(size.width(), size.height()), time_.full(), bytes_.full()};
}

void LensView::resetZoom() {
  time_.reset();
  bytes_.reset();
  update();
}

void LensView::showBytes(AxisRange part) {
  bytes_.show(part);
  update();
}

void LensView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  if (hasContent_) {
    paintPicture(painter, layoutFor(size()), theme);
    return;
  }
  painter.setPen(theme.weakText);
  painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, emptyMessage_);
}

bool LensView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const LensLayout layout = layoutFor(size());
  const QPointF at = help->pos();
  const bool inside = hasContent_ && layout.plot.contains(at.x(), at.y());
  const QString text = inside ? tooltipAt(layout.timeAt(at.x()), layout.bytesAt(at.y())) : QString();
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void LensView::zoomAt(const QPointF& position, double factor, bool timeAxis, bool bytesAxis) {
  if (!hasContent_) return;
  const LensLayout layout = layoutFor(size());
  if (timeAxis) time_.zoom(factor, std::clamp(layout.timeAt(position.x()), time_.shown().first, time_.shown().last));
  if (bytesAxis)
    bytes_.zoom(factor, std::clamp(layout.bytesAt(position.y()), bytes_.shown().first, bytes_.shown().last));
  update();
}

void LensView::panBy(double timeShare, double bytesShare) {
  time_.pan(timeShare * time_.shown().length());
  bytes_.pan(bytesShare * bytes_.shown().length());
  update();
}

// The wheel zooms time; with Ctrl, bytes as well; with Shift it pans along time.
void LensView::wheelEvent(QWheelEvent* event) {
  const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  if (turn == 0 || !hasContent_) return;
  if ((event->modifiers() & Qt::ShiftModifier) != 0)
    panBy(turn > 0 ? -kPanShare : kPanShare, 0);
  else
    zoomAt(event->position(), std::pow(kZoomStep, turn / 120.0), true, (event->modifiers() & Qt::ControlModifier) != 0);
  event->accept();
}

void LensView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressedAt_ = draggedTo_ = event->position();
  dragging_ = false;
}

void LensView::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) == 0 || !hasContent_) return;
  const QPointF from = draggedTo_;
  if (!dragging_ && (event->position() - pressedAt_).manhattanLength() < kDragDistance) return;
  dragging_ = true;
  draggedTo_ = event->position();
  const Box plot = layoutFor(size()).plot;
  panBy((from.x() - draggedTo_.x()) / plot.width(), (draggedTo_.y() - from.y()) / plot.height());
}

void LensView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || dragging_ || !hasContent_) return;
  const LensLayout layout = layoutFor(size());
  if (layout.plot.contains(event->position().x(), event->position().y()))
    clicked(layout.timeAt(event->position().x()), layout.bytesAt(event->position().y()));
}

void LensView::mouseDoubleClickEvent(QMouseEvent* /*event*/) { resetZoom(); }

void LensView::keyPressEvent(QKeyEvent* event) {
  const QPointF centre(width() / 2.0, height() / 2.0);
  const bool panning = (event->modifiers() & Qt::ShiftModifier) != 0;
  switch (event->key()) {
  case Qt::Key_Plus:
  case Qt::Key_Equal: zoomAt(centre, kZoomStep, true, true); break;
  case Qt::Key_Minus: zoomAt(centre, 1 / kZoomStep, true, true); break;
  case Qt::Key_0: resetZoom(); break;
  case Qt::Key_Left: panning ? panBy(-kPanShare, 0) : stepSelection(-1); break;
  case Qt::Key_Right: panning ? panBy(kPanShare, 0) : stepSelection(1); break;
  case Qt::Key_Up: panBy(0, kPanShare); break;
  case Qt::Key_Down: panBy(0, -kPanShare); break;
  default: QWidget::keyPressEvent(event); return;
  }
  event->accept();
}

} // namespace arenascope::ui
