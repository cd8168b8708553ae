#include "ui/views/arena_view.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "ui/charts/arena_frame.h"
#include "ui/views/pointer_steps.h"

namespace arenascope::ui {

namespace {
constexpr double kPanShare = 0.1;
constexpr double kSmallestSteps = 2.0;
constexpr double kSmallestBytes = 64.0;
constexpr double kGrabDistance = 5.0;
} // namespace

ArenaView::ArenaView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void ArenaView::setContent(AxisRange time, AxisRange bytes) {
  const bool same = hasContent_ && time_.full().last == time.last && bytes_.full().last == bytes.last;
  if (!same) {
    time_ = AxisView(time, std::min(kSmallestSteps, time.length() / 50));
    bytes_ = AxisView(bytes, kSmallestBytes);
    history_.clear();
  }
  hasContent_ = true;
  minimap_.forget();
  update();
}

void ArenaView::clearContent(const QString& message) {
  hasContent_ = false;
  emptyMessage_ = message;
  update();
}

ArenaLayout ArenaView::layoutFor(const QSizeF& size) const {
  const Box plot = plotBox(size.width(), size.height(), stripHeight(), hasLegend(), timeAxisHeight());
  return {plot, time_.shown(), bytes_.shown(), stripBox(plot, stripHeight())};
}

void ArenaView::show(const std::optional<ZoomState>& state) {
  if (!state) return;
  time_.show(state->time);
  bytes_.show(state->bytes);
  update();
}

void ArenaView::undoZoom() { show(history_.undo(shown())); }
void ArenaView::redoZoom() { show(history_.redo(shown())); }

void ArenaView::resetZoom() {
  if (!time_.zoomed() && !bytes_.zoomed()) return;
  history_.remember(shown());
  time_.reset();
  bytes_.reset();
  update();
}

void ArenaView::showBytes(AxisRange part) {
  history_.remember(shown());
  bytes_.show(part);
  update();
}

void ArenaView::setArenaLine(std::optional<double> bytes) {
  if (bytes == arenaLine_) return;
  arenaLine_ = bytes;
  update();
}

void ArenaView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  if (!hasContent_) {
    drawEmpty(painter, rect().adjusted(24, 24, -24, -24), emptyMessage_, theme);
    return;
  }
  paintPicture(painter, layoutFor(size()), theme);
  paintDrag(painter, theme);
  paintCrossHair(painter, theme);
  if (const QRectF box = minimapBox(); !box.isEmpty()) {
    const ArenaLayout whole = wholeIn(QSizeF(1, 1));
    minimap_.paint(painter, box, toRect(whole.box(time_.shown(), bytes_.shown())), theme,
                   [&](QPainter& small, const QSizeF& room) { paintPlain(small, wholeIn(room), theme); });
  }
  if (focus_->isShown()) drawFocus(painter, rect(), theme);
}

void ArenaView::paintDrag(QPainter& painter, const Theme& theme) const {
  if (!moved_ || (drag_ != Drag::kZoomBox && drag_ != Drag::kBytes && drag_ != Drag::kTimes)) return;
  const ArenaLayout layout = layoutFor(size());
  QRectF box = QRectF(pressedAt_, draggedTo_).normalized();
  if (drag_ == Drag::kBytes) {
    box.setLeft(layout.plot.left);
    box.setRight(layout.plot.right);
  } else if (drag_ == Drag::kTimes) {
    box.setTop(layout.plot.top);
    box.setBottom(layout.axisTop());
  }
  drawDrag(painter, box, theme);
}

// The exact byte and what runs there, on the axes.
void ArenaView::paintCrossHair(QPainter& painter, const Theme& theme) const {
  const ArenaLayout layout = layoutFor(size());
  if (!pointer_ || !layout.plot.contains(pointer_->x(), pointer_->y())) return;
  const QString time = timeText(layout.timeAt(pointer_->x()));
  if (time.isEmpty()) return;
  QColor ink = theme.selection;
  ink.setAlpha(90);
  painter.setPen(QPen(ink, 1));
  const QPointF at(std::floor(pointer_->x()) + 0.5, std::floor(pointer_->y()) + 0.5);
  painter.drawLine(QPointF(at.x(), layout.plot.top), QPointF(at.x(), layout.axisTop()));
  painter.drawLine(QPointF(layout.plot.left, at.y()), QPointF(layout.plot.right, at.y()));
  const auto bytes = static_cast<std::uint64_t>(std::max(0.0, layout.bytesAt(pointer_->y())));
  drawAxisTag(painter, {layout.plot.left, at.y()}, groupedText(bytes), Qt::AlignRight, layout, theme);
  drawAxisTag(painter, {at.x(), layout.axisTop()}, time, Qt::AlignHCenter, layout, theme);
}

QRectF ArenaView::minimapBox() const {
  if (!hasContent_ || (!time_.zoomed() && !bytes_.zoomed())) return {};
  return Minimap::boxIn(toRect(layoutFor(size()).plot));
}

// Nothing but the plot, not zoomed.
ArenaLayout ArenaView::wholeIn(const QSizeF& room) const {
  return {{0, 0, room.width(), room.height()}, time_.full(), bytes_.full()};
}

void ArenaView::centreOn(const QPointF& inMinimap) {
  const ArenaLayout whole = wholeIn(QSizeF(1, 1));
  const QPointF at = Minimap::pointAt(minimapBox(), inMinimap);
  const auto around = [](double centre, double length) { return AxisRange{centre - length / 2, centre + length / 2}; };
  time_.show(around(whole.timeAt(at.x()), time_.shown().length()));
  bytes_.show(around(whole.bytesAt(at.y()), bytes_.shown().length()));
  update();
}

void ArenaView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) minimap_.forget();
  QWidget::changeEvent(event);
}

QPointF ArenaView::pointerOrCentre() const { return pointer_.value_or(QPointF(width() / 2.0, height() / 2.0)); }

void ArenaView::zoomAt(const QPointF& position, double factor, bool timeAxis, bool bytesAxis) {
  if (!hasContent_) return;
  history_.rememberOngoing(shown());
  const ArenaLayout layout = layoutFor(size());
  if (timeAxis) time_.zoom(factor, std::clamp(layout.timeAt(position.x()), time_.shown().first, time_.shown().last));
  if (bytesAxis)
    bytes_.zoom(factor, std::clamp(layout.bytesAt(position.y()), bytes_.shown().first, bytes_.shown().last));
  update();
}

void ArenaView::panBy(double timeShare, double bytesShare) {
  history_.rememberOngoing(shown());
  time_.pan(timeShare * time_.shown().length());
  bytes_.pan(bytesShare * bytes_.shown().length());
  update();
}

void ArenaView::zoomToBox(const QRectF& box) {
  const ArenaLayout layout = layoutFor(size());
  showPart({layout.timeAt(box.left()), layout.timeAt(box.right())},
           {layout.bytesAt(box.bottom()), layout.bytesAt(box.top())});
}

// The wheel zooms time; with Ctrl, bytes as well; with Shift it pans along time.
void ArenaView::wheelEvent(QWheelEvent* event) {
  const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  if (turn == 0 || !hasContent_) return;
  if ((event->modifiers() & Qt::ShiftModifier) != 0)
    panBy(turn > 0 ? -kPanShare : kPanShare, 0);
  else
    zoomAt(event->position(), std::pow(kZoomStep, turn / 120.0), true, (event->modifiers() & Qt::ControlModifier) != 0);
  event->accept();
}

bool ArenaView::onArenaLine(const QPointF& position) const {
  return hasContent_ && arenaLine_ && std::abs(layoutFor(size()).yOf(*arenaLine_) - position.y()) <= kGrabDistance;
}

ArenaView::Drag ArenaView::dragAt(const QPointF& position, Qt::MouseButton button) const {
  if (button == Qt::LeftButton && minimapBox().contains(position)) return Drag::kMinimap;
  if (button == Qt::RightButton) return Drag::kZoomBox;
  if (button != Qt::LeftButton) return Drag::kNone;
  if (onArenaLine(position)) return Drag::kArenaLine;
  const ArenaLayout layout = layoutFor(size());
  if (position.x() < layout.plot.left) return Drag::kBytes;
  return position.y() > layout.axisTop() ? Drag::kTimes : Drag::kPan;
}

void ArenaView::mousePressEvent(QMouseEvent* event) {
  if (!hasContent_) return;
  pointer_.reset();
  pressedAt_ = draggedTo_ = event->position();
  drag_ = dragAt(event->position(), event->button());
  moved_ = false;
  history_.beginGesture();
  if (drag_ != Drag::kMinimap) return;
  history_.rememberOngoing(shown());
  centreOn(pressedAt_);
}

void ArenaView::mouseMoveEvent(QMouseEvent* event) {
  if (!hasContent_) return;
  if (event->buttons() == Qt::NoButton) {
    const Drag drag = dragAt(event->position(), Qt::LeftButton);
    setCursor(drag == Drag::kArenaLine || drag == Drag::kBytes ? Qt::SizeVerCursor
              : drag == Drag::kTimes                           ? Qt::SizeHorCursor
              : drag == Drag::kMinimap                         ? Qt::SizeAllCursor
                                                               : Qt::ArrowCursor);
    if (drag == Drag::kMinimap) return forgetPointer();
    pointer_ = event->position();
    update();
    showDetails(event->position(), event->globalPosition().toPoint());
    return;
  }
  if (!moved_ && (event->position() - pressedAt_).manhattanLength() < kDragDistance) return;
  moved_ = true;
  dragTo(event->position());
}

void ArenaView::dragTo(const QPointF& position) {
  const QPointF from = draggedTo_;
  draggedTo_ = position;
  const ArenaLayout layout = layoutFor(size());
  if (drag_ == Drag::kPan)
    panBy((from.x() - position.x()) / layout.plot.width(), (position.y() - from.y()) / layout.plot.height());
  else if (drag_ == Drag::kMinimap)
    return centreOn(position);
  else if (drag_ == Drag::kArenaLine)
    emit arenaLineMoved(std::clamp(layout.bytesAt(position.y()), 16.0, bytes_.full().last));
  update();
}

void ArenaView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::kNone);
  if (!hasContent_ || drag == Drag::kNone) return;
  const ArenaLayout layout = layoutFor(size());
  const QRectF box = QRectF(pressedAt_, event->position()).normalized();
  if (drag == Drag::kZoomBox) {
    moved_ ? zoomToBox(box) : openMenu(event->position());
  } else if (drag == Drag::kBytes) {
    const AxisRange chosen{std::max(0.0, layout.bytesAt(box.bottom())), layout.bytesAt(box.top())};
    bytesChosen(moved_ ? std::optional(chosen) : std::nullopt);
  } else if (drag == Drag::kTimes) {
    const AxisRange chosen{layout.timeAt(std::max(box.left(), layout.plot.left)),
                           layout.timeAt(std::min(box.right(), layout.plot.right))};
    timesChosen(moved_ ? std::optional(chosen) : std::nullopt);
  } else if (drag == Drag::kPan && !moved_) {
    const QPointF at = event->position();
    if (layout.plot.contains(at.x(), at.y())) clicked(layout.timeAt(at.x()), layout.bytesAt(at.y()));
    if (layout.strip.contains(at.x(), at.y())) clicked(layout.timeAt(at.x()), -1);
  }
  moved_ = false;
  update();
}

void ArenaView::openMenu(const QPointF& position) {
  const ArenaLayout layout = layoutFor(size());
  if (!hasContent_ || !layout.plot.contains(position.x(), position.y())) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fillMenu(*menu, layout.timeAt(position.x()), layout.bytesAt(position.y()));
  if (menu->isEmpty()) return menu->deleteLater();
  menu->popup(mapToGlobal(position.toPoint()));
}

// That of the menu key; the right button's comes when it is let go without a box.
void ArenaView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Keyboard) openMenu(QPointF(event->pos()));
  event->accept();
}

void ArenaView::showPart(AxisRange time, AxisRange bytes) {
  history_.remember(shown());
  time_.show(time);
  bytes_.show(bytes);
  update();
}

void ArenaView::showDetails(const QPointF& position, const QPoint& global) {
  const ArenaLayout layout = layoutFor(size());
  const bool inPlot = layout.plot.contains(position.x(), position.y());
  const bool inStrip = layout.strip.contains(position.x(), position.y());
  const double time = layout.timeAt(position.x());
  const double bytes = inPlot ? layout.bytesAt(position.y()) : -1;
  hover(inPlot ? time : -1, bytes);
  const QString text = inPlot || inStrip ? describeAt(time, bytes) : QString();
  QToolTip::showText(global, text, this);
}

void ArenaView::forgetPointer() {
  hover(-1, -1);
  pointer_.reset();
  update();
}

void ArenaView::leaveEvent(QEvent* event) {
  forgetPointer();
  QWidget::leaveEvent(event);
}

void ArenaView::mouseDoubleClickEvent(QMouseEvent* /*event*/) { resetZoom(); }

void ArenaView::keyPressEvent(QKeyEvent* event) {
  const QPointF centre(width() / 2.0, height() / 2.0);
  if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
    return QWidget::keyPressEvent(event);
  const bool panning = (event->modifiers() & Qt::ShiftModifier) != 0;
  switch (event->key()) {
  case Qt::Key_Plus:
  case Qt::Key_Equal: zoomAt(centre, kZoomStep, true, true); break;
  case Qt::Key_Minus: zoomAt(centre, 1 / kZoomStep, true, true); break;
  case Qt::Key_0: resetZoom(); break;
  case Qt::Key_W: zoomAt(pointerOrCentre(), kZoomStep, true, false); break;
  case Qt::Key_S: zoomAt(pointerOrCentre(), 1 / kZoomStep, true, false); break;
  case Qt::Key_A: panBy(-kPanShare, 0); break;
  case Qt::Key_D: panBy(kPanShare, 0); break;
  case Qt::Key_F:
    if (const auto part = selectedPart()) showPart(part->time, part->bytes);
    break;
  case Qt::Key_Backspace: panning ? redoZoom() : undoZoom(); break;
  case Qt::Key_Left: panning ? panBy(-kPanShare, 0) : stepSelection(-1); break;
  case Qt::Key_Right: panning ? panBy(kPanShare, 0) : stepSelection(1); break;
  case Qt::Key_Up: panBy(0, kPanShare); break;
  case Qt::Key_Down: panBy(0, -kPanShare); break;
  default: QWidget::keyPressEvent(event); return;
  }
  event->accept();
}

} // namespace arenascope::ui
