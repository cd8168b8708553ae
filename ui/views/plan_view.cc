#include "ui/views/plan_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"

namespace arenascope::ui {

using report::PlannedBuffer;

namespace {

constexpr std::size_t kPlanSide = 1;
constexpr std::int64_t kOffsetStep =
    static_cast<std::int64_t>(report::kArenaStep); // bytes; offsets are multiples of it
constexpr std::int64_t kLargeSteps = 64;

} // namespace

PlanView::PlanView(QWidget* parent) : SideBySideView(parent) {
  setAccessibleName(tr("Arena before and after"));
  setFocusPolicy(Qt::StrongFocus);
  new EscapeKey(
      this, [this] { return held_.has_value(); }, [this] { letGo(false); });
}

void PlanView::setPlan(const PlanPointer& plan, const Pins& pins) {
  plan_ = plan;
  pins_ = pins;
  held_.reset();
  setAccessibleDescription(plan == nullptr ? QString()
                                           : tr("Buffers on the right can be moved: arrow keys, Page up and down, "
                                                "Return, Escape"));
  update();
}

InferenceMarks PlanView::marksOf(std::size_t side) const {
  InferenceMarks marks;
  if (side == kPlanSide && held_) marks.hovered = static_cast<int>(held_->buffer);
  return marks;
}

QRectF PlanView::boxAt(const PlannedBuffer& buffer, std::int64_t offset) const {
  const auto bytes = static_cast<double>(offset);
  return toRect(layoutOf(kPlanSide).box({static_cast<double>(buffer.firstOp), static_cast<double>(buffer.lastOp) + 1},
                                        {bytes, bytes + static_cast<double>(buffer.bytes)}))
      .translated(originOf(kPlanSide));
}

void PlanView::paintEvent(QPaintEvent* event) {
  SideBySideView::paintEvent(event);
  if (plan_ == nullptr || count() <= kPlanSide) return;
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.setPen(QPen(theme.selection, 2));
  for (const PlannedBuffer& buffer : buffers()) {
    if (buffer.scratch || !pins_.contains(buffer.index)) continue;
    const QRectF box = boxAt(buffer, static_cast<std::int64_t>(buffer.offset));
    painter.drawRect(box.adjusted(1, 1, -1, -1));
    drawFitting(painter, box.adjusted(4, 2, -4, -2), tr("put here"), Qt::AlignTop | Qt::AlignRight);
  }
  if (held_) {
    QColor ground = theme.selection;
    ground.setAlpha(90);
    painter.setPen(QPen(theme.selection, 2, Qt::DashLine));
    painter.setBrush(ground);
    const QRectF box = boxAt(buffers()[held_->buffer], held_->offset);
    painter.drawRect(box.adjusted(1, 1, -1, -1));
    // Beside it, whole, however narrow the buffer is.
    painter.save();
    painter.translate(originOf(kPlanSide));
    Tags(painter, layoutOf(kPlanSide))
        .draw(box.center() - originOf(kPlanSide),
              tr("at %1").arg(groupedText(static_cast<std::uint64_t>(held_->offset))), theme.text, theme.background);
    painter.restore();
  }
  if (focus_->isShown()) drawFocus(painter, rect(), theme);
}

void PlanView::hold(std::size_t buffer, double grip) {
  held_ = Held{buffer, static_cast<std::int64_t>(buffers()[buffer].offset), grip, false};
  emit moving(describeHeld());
  update();
}

void PlanView::moveTo(double offset) {
  const auto steps = static_cast<std::int64_t>(std::llround(offset / static_cast<double>(kOffsetStep)));
  held_->offset = std::max<std::int64_t>(0, steps) * kOffsetStep;
  held_->dragged = true;
  emit moving(describeHeld());
  update();
}

void PlanView::letGo(bool use) {
  const std::optional<Held> held = std::exchange(held_, std::nullopt);
  update();
  if (!held) return;
  const PlannedBuffer& buffer = buffers()[held->buffer];
  if (use && held->dragged && held->offset != static_cast<std::int64_t>(buffer.offset))
    emit moved(buffer.index, held->offset);
  else
    emit moving({});
}

// Whose bytes it would take, and how large the head must be for it.
QString PlanView::describeHeld() const {
  const PlannedBuffer& buffer = buffers()[held_->buffer];
  const std::uint64_t first = static_cast<std::uint64_t>(held_->offset);
  const std::uint64_t end = first + buffer.plannedBytes();
  QStringList inTheWay;
  for (const PlannedBuffer& other : buffers())
    if (&other != &buffer && other.firstOp <= buffer.lastOp && buffer.firstOp <= other.lastOp && other.offset < end &&
        first < other.offset + other.plannedBytes())
      inTheWay << QString::fromStdString(other.name);
  QString place = tr("At %1: the head is %2 bytes or more. %3")
                      .arg(groupedText(first), groupedText(std::max<std::uint64_t>(plan_->lowerBound, end)),
                           QString::fromStdString(buffer.name));
  if (inTheWay.isEmpty()) return place;
  return tr("%1 (blocked by %2)").arg(place, inTheWay.join(QStringLiteral(", ")));
}

void PlanView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  const auto place = placeAt(event->position());
  if (plan_ == nullptr || event->button() != Qt::LeftButton || !place || place->side != kPlanSide) return;
  const auto found = picture(kPlanSide).bufferAt(place->time, place->bytes);
  if (!found) return;
  const auto buffer = static_cast<std::size_t>(*found);
  if (buffers()[buffer].scratch) {
    emit moving(tr("Scratch buffers are placed by the interpreter while it runs; a plan cannot fix them."));
    return;
  }
  hold(buffer, place->bytes - static_cast<double>(buffers()[buffer].offset));
}

void PlanView::mouseMoveEvent(QMouseEvent* event) {
  if (!held_ || (event->buttons() & Qt::LeftButton) == 0) {
    SideBySideView::mouseMoveEvent(event);
    return;
  }
  moveTo(layoutOf(kPlanSide).bytesAt((event->position() - originOf(kPlanSide)).y()) - held_->grip);
}

void PlanView::mouseReleaseEvent(QMouseEvent* /*event*/) { letGo(true); }

// The next buffer that can be moved.
void PlanView::stepBuffer(int direction) {
  const auto count = static_cast<std::ptrdiff_t>(buffers().size());
  std::ptrdiff_t at = held_ ? static_cast<std::ptrdiff_t>(held_->buffer) : direction > 0 ? -1 : count;
  do at += direction;
  while (at >= 0 && at < count &&
         (buffers()[static_cast<std::size_t>(at)].scratch || buffers()[static_cast<std::size_t>(at)].firstOp < 0));
  if (at >= 0 && at < count) hold(static_cast<std::size_t>(at), 0);
}

void PlanView::keyPressEvent(QKeyEvent* event) {
  if (plan_ == nullptr) return SideBySideView::keyPressEvent(event);
  const auto move = [&](std::int64_t steps) {
    if (held_) moveTo(static_cast<double>(held_->offset + steps * kOffsetStep));
  };
  switch (event->key()) {
  case Qt::Key_Left: stepBuffer(-1); break;
  case Qt::Key_Right: stepBuffer(1); break;
  case Qt::Key_Up: move(1); break;
  case Qt::Key_Down: move(-1); break;
  case Qt::Key_PageUp: move(kLargeSteps); break;
  case Qt::Key_PageDown: move(-kLargeSteps); break;
  case Qt::Key_Return:
  case Qt::Key_Enter: letGo(true); break;
  default: SideBySideView::keyPressEvent(event);
  }
}

} // namespace arenascope::ui
