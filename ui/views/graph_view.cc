#include "ui/views/graph_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/pictures/lens_frame.h"
#include "ui/views/pointer_steps.h"

namespace arenascope::ui {

namespace {
constexpr double kSmallestScale = 0.02;
constexpr double kLargestScale = 4.0;
constexpr double kReadableScale = 0.9; // a whole graph that would be smaller is shown from its start instead
constexpr double kMargin = 16.0;
constexpr double kPanStep = 60.0;
} // namespace

GraphView::GraphView(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  setAccessibleName(tr("Graph of the model"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setMinimumSize(200, 120);
  connect(&selection_, &Selection::changed, this, &GraphView::showSelection);
}

void GraphView::setReport(const ReportPointer& report) {
  const bool otherModel = report_ == nullptr || report == nullptr || report_->model.sha256 != report->model.sha256;
  report_ = report;
  if (otherModel) {
    subgraph_ = 0;
    fitted_ = true;
  }
  makePicture();
}

void GraphView::setSubgraph(int subgraph) {
  subgraph_ = subgraph;
  fitted_ = true;
  makePicture();
}

void GraphView::setColourBy(ColourBy by) {
  colourBy_ = by;
  makePicture();
}

void GraphView::setHeat(GraphHeat heat) {
  heat_ = heat;
  update();
}

void GraphView::makePicture() {
  picture_.reset();
  if (report_ != nullptr && static_cast<std::size_t>(subgraph_) < report_->model.subgraphs.size())
    picture_.emplace(report_, subgraph_, BufferStyles(*report_, colourBy_, true));
  if (fitted_) fit();
  update();
}

void GraphView::fit() {
  fitted_ = true;
  if (!picture_) return;
  const QRectF& bounds = picture_->layout().bounds;
  const double across = (width() - 2 * kMargin) / std::max(1.0, bounds.width());
  const double down = (height() - 2 * kMargin) / std::max(1.0, bounds.height());
  const double readable = kReadableScale * textScale();
  scale_ = std::clamp(std::min(across, std::max(down, readable)), kSmallestScale, std::max(1.0, readable));
  const double left = std::max(kMargin, (width() - bounds.width() * scale_) / 2);
  const double top = std::max(kMargin, (height() - bounds.height() * scale_) / 2);
  offset_ = QPointF(left, top) - bounds.topLeft() * scale_;
  update();
}

PaintPicture GraphView::painter() const {
  if (!picture_) return nullptr;
  return [this](QPainter& painter, const QSizeF& size, const Theme& theme) {
    const QRectF& bounds = picture_->layout().bounds;
    const double scale = std::min({(size.width() - 2 * kMargin) / std::max(1.0, bounds.width()),
                                   (size.height() - 2 * kMargin) / std::max(1.0, bounds.height()), kLargestScale});
    painter.save();
    painter.translate(size.width() / 2, size.height() / 2);
    painter.scale(scale, scale);
    painter.translate(-bounds.center());
    picture_->paint(painter, bounds, kReadableScale, theme, {.heat = heat_});
    painter.restore();
  };
}

void GraphView::resizeEvent(QResizeEvent* /*event*/) {
  if (fitted_) fit();
}

void GraphView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  if (!picture_) {
    drawEmpty(painter, rect(), tr("Open a model to see its graph."), theme);
    return;
  }
  painter.save();
  painter.translate(offset_);
  painter.scale(scale_, scale_);
  picture_->paint(painter, QRectF(toLayout({0, 0}), toLayout(QPointF(width(), height()))), scale_, theme, marks());
  painter.restore();
  if (hasFocus()) drawFocus(painter, rect(), theme);
}

void GraphView::zoomAt(const QPointF& position, double factor) {
  const QPointF place = toLayout(position);
  scale_ = std::clamp(scale_ * factor, kSmallestScale, kLargestScale);
  offset_ = position - place * scale_;
  fitted_ = false;
  update();
}

void GraphView::wheelEvent(QWheelEvent* event) {
  zoomAt(event->position(), std::pow(kZoomStep, event->angleDelta().y() / 120.0));
  event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = draggedTo_ = event->position();
  moved_ = false;
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
  if (!picture_) return;
  if ((event->buttons() & Qt::LeftButton) == 0) {
    const int node = picture_->nodeAt(toLayout(event->position()));
    QToolTip::showText(event->globalPosition().toPoint(),
                       node < 0 ? QString() : picture_->nodes()[static_cast<std::size_t>(node)].help, this);
    return;
  }
  if (!moved_ && (event->position() - pressedAt_).manhattanLength() < kDragDistance) return;
  moved_ = true;
  fitted_ = false;
  offset_ += event->position() - draggedTo_;
  draggedTo_ = event->position();
  update();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
  if (!picture_ || moved_ || event->button() != Qt::LeftButton) return;
  select(picture_->nodeAt(toLayout(event->position())));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* /*event*/) { fit(); }

void GraphView::select(int index) {
  if (index < 0) {
    selection_.clear();
    return;
  }
  const GraphNode& node = picture_->nodes()[static_cast<std::size_t>(index)];
  if (node.row >= 0)
    selection_.selectOperator(node.row);
  else if (node.buffer >= 0)
    selection_.selectBuffer(node.buffer);
  else if (node.number >= 0)
    selection_.selectTensor(node.number);
}

void GraphView::step(int direction) {
  if (picture_) selection_.stepOperator(direction, report_->operators.size());
}

// What is selected elsewhere comes into view.
void GraphView::showSelection() {
  update();
  const int node = picture_ ? picture_->nodeOf(marks()) : -1;
  if (node < 0) return;
  const QRectF box = picture_->layout().nodes[static_cast<std::size_t>(node)];
  const QRectF shown(toWidget(box.topLeft()), toWidget(box.bottomRight()));
  if (QRectF(rect()).contains(shown)) return;
  offset_ += QRectF(rect()).center() - shown.center();
  fitted_ = false;
}

void GraphView::pan(const QPointF& distance) {
  offset_ += distance;
  fitted_ = false;
  update();
}

void GraphView::keyPressEvent(QKeyEvent* event) {
  if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
    return QWidget::keyPressEvent(event);
  const QPointF centre = QRectF(rect()).center();
  const bool panning = (event->modifiers() & Qt::ShiftModifier) != 0;
  switch (event->key()) {
  case Qt::Key_Plus:
  case Qt::Key_Equal: zoomAt(centre, kZoomStep); break;
  case Qt::Key_Minus: zoomAt(centre, 1 / kZoomStep); break;
  case Qt::Key_0: fit(); break;
  case Qt::Key_W: zoomAt(centre, kZoomStep); break;
  case Qt::Key_S: zoomAt(centre, 1 / kZoomStep); break;
  case Qt::Key_A: pan({kPanStep, 0}); break;
  case Qt::Key_D: pan({-kPanStep, 0}); break;
  case Qt::Key_F: showSelection(); break;
  case Qt::Key_Down: panning ? pan({0, -kPanStep}) : step(1); break;
  case Qt::Key_Up: panning ? pan({0, kPanStep}) : step(-1); break;
  case Qt::Key_Left: panning ? pan({kPanStep, 0}) : step(-1); break;
  case Qt::Key_Right: panning ? pan({-kPanStep, 0}) : step(1); break;
  default: QWidget::keyPressEvent(event); return;
  }
  event->accept();
}

} // namespace arenascope::ui
