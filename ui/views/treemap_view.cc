#include "ui/views/treemap_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {
constexpr double kFrame = 4.0;
} // namespace

TreemapView::TreemapView(Selection& selection, const QString& name, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  setAccessibleName(name);
  setFont(textFont(kSmallText));
  setMinimumHeight(80);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  new EscapeKey(
      this, [this] { return !selection_.empty(); }, [this] { selection_.clear(); });
  connect(&selection_, &Selection::changed, this, qOverload<>(&QWidget::update));
}

void TreemapView::setContent(const ReportPointer& report, Treemap treemap, const QString& empty) {
  report_ = report;
  treemap_ = std::move(treemap);
  empty_ = empty;
  update();
}

void TreemapView::setFlame(bool flame) {
  flame_ = flame;
  update();
}

TreemapTiles TreemapView::tilesNow() const {
  const QRectF area = QRectF(rect()).adjusted(kFrame, kFrame, -kFrame, -kFrame);
  return flame_ ? TreemapTiles::flame(treemap_, area)
                : TreemapTiles(treemap_, area, QFontMetricsF(font()).height() + 2);
}

bool TreemapView::isSelected(const TreemapField& field) const {
  if (selection_.op() < 0 || field.op < 0) return false;
  const auto& one = report_->operators[static_cast<std::size_t>(field.op)];
  const auto& other = report_->operators[static_cast<std::size_t>(selection_.op())];
  return one.subgraph == other.subgraph && one.index == other.index;
}

void TreemapView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.fillRect(rect(), theme.background);
  if (treemap_.fields.empty()) {
    drawEmpty(painter, rect().adjusted(16, 8, -16, -8), empty_, theme);
    return;
  }
  paintTreemap(painter, treemap_, tilesNow(), theme, [this](const TreemapField& field) { return isSelected(field); });
  if (focus_->isShown()) drawFocus(painter, rect().adjusted(1, 1, -1, -1), theme);
}

void TreemapView::mouseMoveEvent(QMouseEvent* event) {
  const TreemapTiles tiles = tilesNow();
  const auto* tile = tiles.at(event->position());
  QToolTip::showText(event->globalPosition().toPoint(), tile == nullptr ? QString() : describeTile(treemap_, *tile),
                     this);
}

void TreemapView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const TreemapTiles tiles = tilesNow();
  const auto* tile = tiles.at(event->position());
  const int op = tile == nullptr ? -1 : treemap_.fields[tile->field].op;
  op >= 0 ? selection_.selectOperator(op) : selection_.clear();
}

// To the next field that stands for an operator, in the order of their sizes.
void TreemapView::step(int direction) {
  const int count = static_cast<int>(treemap_.fields.size());
  int at = direction > 0 ? -1 : count;
  for (int i = 0; i < count; ++i)
    if (isSelected(treemap_.fields[static_cast<std::size_t>(i)])) at = i;
  for (at += direction; at >= 0 && at < count; at += direction) {
    const int op = treemap_.fields[static_cast<std::size_t>(at)].op;
    if (op < 0) continue;
    selection_.selectOperator(op);
    return;
  }
}

void TreemapView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
  case Qt::Key_Right:
  case Qt::Key_Down: step(1); break;
  case Qt::Key_Left:
  case Qt::Key_Up: step(-1); break;
  default: QWidget::keyPressEvent(event); return;
  }
  event->accept();
}

} // namespace arenascope::ui
