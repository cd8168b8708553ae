#include "ui/views/graph_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"
#include "ui/views/pointer_steps.h"

namespace arenascope::ui {

namespace {
constexpr double kSmallestScale = 0.02;
constexpr double kLargestScale = 4.0;
constexpr double kReadableGraphScale = 0.9; // a whole graph that would be smaller is shown from its start instead
constexpr double kGraphMargin = 16.0;
constexpr double kPanStep = 60.0;
} // namespace

GraphView::GraphView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), card_(new SelectionCard(selection, this)) {
  setAccessibleName(tr("Graph of the model"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setMinimumSize(200, 120);
  new EscapeKey(
      this, [this] { return !selection_.empty(); }, [this] { selection_.clear(); });
  connect(&selection_, &Selection::changed, this, &GraphView::showSelection);
  card_->leadToArena();
  connect(card_, &SelectionCard::changed, this, &GraphView::placeCard);
  connect(card_, &SelectionCard::whatIfWanted, this, &GraphView::whatIfWanted);
  connect(card_, &SelectionCard::noteWanted, this, &GraphView::noteWanted);
  connect(card_, &SelectionCard::graphWanted, this, &GraphView::arenaWanted);
}

void GraphView::setReport(const ReportPointer& report) {
  const bool otherModel = report_ == nullptr || report == nullptr || report_->model.sha256 != report->model.sha256;
  report_ = report;
  if (otherModel) {
    subgraph_ = 0;
    fitted_ = true;
    history_.clear();
  }
  makePicture();
  card_->setReport(report);
}

// At the right, beside the small map.
void GraphView::placeCard() {
  if (card_->isHidden()) return;
  const QRectF map = minimapBox();
  const double right = map.isEmpty() ? width() : map.left();
  card_->setMostHeight(height() - static_cast<int>(2 * kGraphMargin));
  card_->adjustSize();
  card_->placeAt({right - kGraphMargin - card_->shownSize().width(), kGraphMargin});
}

void GraphView::setSubgraph(int subgraph) {
  subgraph_ = subgraph;
  fitted_ = true;
  history_.clear();
  makePicture();
}

void GraphView::setColourBy(ColourBy by) {
  colourBy_ = by;
  makePicture();
}

void GraphView::setHeat(GraphHeat heat) {
  heat_ = heat;
  minimap_.forget();
  update();
}

void GraphView::makePicture() {
  picture_.reset();
  if (report_ != nullptr && static_cast<std::size_t>(subgraph_) < report_->model.subgraphs.size())
    picture_.emplace(report_, subgraph_, BufferStyles(*report_, colourBy_, false));
  minimap_.forget();
  if (fitted_) fit();
  update();
}

void GraphView::fit() {
  fitted_ = true;
  if (!picture_) return;
  const QRectF& bounds = picture_->layout().bounds;
  const double across = (width() - 2 * kGraphMargin) / std::max(1.0, bounds.width());
  const double down = (height() - 2 * kGraphMargin) / std::max(1.0, bounds.height());
  const double readable = kReadableGraphScale * textScale();
  scale_ = std::clamp(std::min(across, std::max(down, readable)), kSmallestScale, std::max(1.0, readable));
  const double left = std::max(kGraphMargin, (width() - bounds.width() * scale_) / 2);
  const double top = std::max(kGraphMargin, (height() - bounds.height() * scale_) / 2);
  offset_ = QPointF(left, top) - bounds.topLeft() * scale_;
  update();
}

void GraphView::resetZoom() {
  history_.remember(shown());
  fit();
}

PaintPicture GraphView::painter() const {
  if (!picture_) return nullptr;
  return [this](QPainter& painter, const QSizeF& size, const Theme& theme) {
    const QRectF& bounds = picture_->layout().bounds;
    const double scale = std::min({(size.width() - 2 * kGraphMargin) / std::max(1.0, bounds.width()),
                                   (size.height() - 2 * kGraphMargin) / std::max(1.0, bounds.height()), kLargestScale});
    painter.save();
    painter.translate(size.width() / 2, size.height() / 2);
    painter.scale(scale, scale);
    painter.translate(-bounds.center());
    picture_->paint(painter, bounds, kReadableGraphScale, theme, {.heat = heat_});
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
  picture_->paint(painter, visible(), scale_, theme, marks());
  painter.restore();
  if (moved_ && drag_ == Drag::kZoomBox) drawDrag(painter, QRectF(pressedAt_, draggedTo_).normalized(), theme);
  if (const QRectF box = minimapBox(); !box.isEmpty()) {
    const QRectF& bounds = picture_->layout().bounds;
    const QRectF part = visible() & bounds;
    minimap_.paint(painter, box,
                   {(part.left() - bounds.left()) / bounds.width(), (part.top() - bounds.top()) / bounds.height(),
                    part.width() / bounds.width(), part.height() / bounds.height()},
                   theme, [&](QPainter& small, const QSizeF& room) {
                     small.scale(room.width() / bounds.width(), room.height() / bounds.height());
                     small.translate(-bounds.topLeft());
                     picture_->paint(small, bounds, 0, theme, {.heat = heat_});
                   });
  }
  if (focus_->isShown()) drawFocus(painter, rect(), theme);
}

QRectF GraphView::minimapBox() const {
  if (!picture_ || visible().contains(picture_->layout().bounds)) return {};
  return Minimap::boxIn(rect(), picture_->layout().bounds.size());
}

void GraphView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) minimap_.forget();
  QWidget::changeEvent(event);
}

ZoomState GraphView::shown() const {
  const QRectF part = visible();
  return {{part.left(), part.right()}, {part.top(), part.bottom()}};
}

void GraphView::show(const std::optional<ZoomState>& state) {
  if (!state) return;
  scale_ = std::clamp(width() / std::max(1.0, state->time.length()), kSmallestScale, kLargestScale);
  offset_ = -QPointF(state->time.first, state->bytes.first) * scale_;
  fitted_ = false;
  update();
}

void GraphView::zoomAt(const QPointF& position, double factor) {
  history_.rememberOngoing(shown());
  const QPointF place = toLayout(position);
  scale_ = std::clamp(scale_ * factor, kSmallestScale, kLargestScale);
  offset_ = position - place * scale_;
  fitted_ = false;
  update();
}

void GraphView::showPart(const QRectF& part, double largestScale) {
  history_.remember(shown());
  scale_ = std::clamp(std::min(width() / std::max(1.0, part.width()), height() / std::max(1.0, part.height())),
                      kSmallestScale, largestScale);
  offset_ = QRectF(rect()).center() - part.center() * scale_;
  fitted_ = false;
  update();
}

// With what it is connected to.
void GraphView::zoomToNode(int node) {
  constexpr double kAround = 120.0;
  if (node >= 0)
    showPart(picture_->layout().nodes[static_cast<std::size_t>(node)].adjusted(-kAround, -kAround, kAround, kAround),
             textScale() * 1.5);
}

void GraphView::centreOn(const QPointF& inMinimap) {
  const QRectF box = minimapBox();
  if (box.isEmpty()) return; // all of it has come into view
  const QRectF& bounds = picture_->layout().bounds;
  const QPointF at = Minimap::pointAt(box, inMinimap);
  const QPointF place(bounds.left() + at.x() * bounds.width(), bounds.top() + at.y() * bounds.height());
  offset_ = QRectF(rect()).center() - place * scale_;
  fitted_ = false;
  update();
}

// The wheel zooms; with Shift it pans.
void GraphView::wheelEvent(QWheelEvent* event) {
  const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  if ((event->modifiers() & Qt::ShiftModifier) != 0)
    pan({turn > 0 ? kPanStep : -kPanStep, 0});
  else
    zoomAt(event->position(), std::pow(kZoomStep, turn / 120.0));
  event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = draggedTo_ = event->position();
  moved_ = false;
  history_.beginGesture();
  drag_ = event->button() == Qt::RightButton         ? Drag::kZoomBox
          : event->button() != Qt::LeftButton        ? Drag::kNone
          : minimapBox().contains(event->position()) ? Drag::kMinimap
                                                     : Drag::kPan;
  if (drag_ != Drag::kMinimap) return;
  history_.rememberOngoing(shown());
  centreOn(pressedAt_);
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
  if (!picture_) return;
  if (event->buttons() == Qt::NoButton) {
    const bool overMap = minimapBox().contains(event->position());
    setCursor(overMap ? Qt::SizeAllCursor : Qt::ArrowCursor);
    const int node = overMap ? -1 : picture_->nodeAt(toLayout(event->position()));
    QToolTip::showText(event->globalPosition().toPoint(),
                       node < 0 ? QString() : picture_->nodes()[static_cast<std::size_t>(node)].help, this);
    return;
  }
  if (!moved_ && (event->position() - pressedAt_).manhattanLength() < kDragDistance) return;
  moved_ = true;
  const QPointF from = std::exchange(draggedTo_, event->position());
  if (drag_ == Drag::kMinimap) return centreOn(event->position());
  if (drag_ == Drag::kPan) return pan(event->position() - from);
  update();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::kNone);
  if (!picture_ || drag == Drag::kNone || drag == Drag::kMinimap) return;
  if (drag == Drag::kZoomBox) {
    if (moved_) return showPart(QRectF(toLayout(pressedAt_), toLayout(event->position())).normalized(), kLargestScale);
    return openMenu(event->position(), event->globalPosition().toPoint());
  }
  if (!moved_) select(picture_->nodeAt(toLayout(event->position())));
}

// What can be done with what lies there.
void GraphView::openMenu(const QPointF& position, const QPoint& global) {
  const int index = picture_ ? picture_->nodeAt(toLayout(position)) : -1;
  if (index < 0) return;
  const GraphNode& node = picture_->nodes()[static_cast<std::size_t>(index)];
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy name"), this, [node] { QApplication::clipboard()->setText(node.name); });
  if (node.row >= 0 || node.buffer >= 0) {
    menu->addAction(tr("Find in the arena"), this, [this, index] {
      select(index);
      emit arenaWanted();
    });
    menu->addAction(tr("Note..."), this, [this, index] {
      select(index);
      emit noteWanted();
    });
  }
  menu->addAction(tr("Zoom to it"), this, [this, index] { zoomToNode(index); });
  menu->popup(global);
}

// The menu key; the right button has its own way, because it draws boxes as well.
void GraphView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Mouse || !picture_) return;
  const int node = picture_->nodeOf(marks());
  if (node < 0) return;
  const QPointF at = toWidget(picture_->layout().nodes[static_cast<std::size_t>(node)].center());
  openMenu(at, mapToGlobal(at.toPoint()));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!minimapBox().contains(event->position())) resetZoom();
}

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
  history_.rememberOngoing(shown());
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
  case Qt::Key_0: resetZoom(); break;
  case Qt::Key_Backspace: panning ? redoZoom() : undoZoom(); break;
  case Qt::Key_W: zoomAt(centre, kZoomStep); break;
  case Qt::Key_S: zoomAt(centre, 1 / kZoomStep); break;
  case Qt::Key_A: pan({kPanStep, 0}); break;
  case Qt::Key_D: pan({-kPanStep, 0}); break;
  case Qt::Key_F: zoomToNode(picture_ ? picture_->nodeOf(marks()) : -1); break;
  case Qt::Key_Down: panning ? pan({0, -kPanStep}) : step(1); break;
  case Qt::Key_Up: panning ? pan({0, kPanStep}) : step(-1); break;
  case Qt::Key_Left: panning ? pan({kPanStep, 0}) : step(-1); break;
  case Qt::Key_Right: panning ? pan({-kPanStep, 0}) : step(1); break;
  default: QWidget::keyPressEvent(event); return;
  }
  event->accept();
}

} // namespace arenascope::ui
