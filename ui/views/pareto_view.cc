#include "ui/views/pareto_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/output/answers/shrink_writer.h"

namespace arenascope::ui {

ParetoView::ParetoView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Smaller versions: arena against cycles"));
  setObjectName(QStringLiteral("front"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void ParetoView::setReport(const ShrinkPointer& report) {
  report_ = report;
  picture_.reset();
  if (report_ != nullptr) picture_.emplace(report_);
  marks_.selected = report_ == nullptr ? std::nullopt : std::optional(report_->chosen);
  marks_.hovered.reset();
  setBudget(marks_.budget);
}

void ParetoView::setBudget(std::optional<std::uint64_t> budget) {
  marks_.budget = budget;
  if (report_ != nullptr && budget) marks_.selected = cheapestWithin(*report_, *budget);
  update();
  if (report_ != nullptr) select(*marks_.selected);
}

void ParetoView::select(std::size_t point) {
  if (report_ == nullptr || point >= picture_->count()) return;
  marks_.selected = point;
  setAccessibleDescription(QString::fromStdString(output::describePoint(*report_, point)));
  update();
  emit selectionChanged();
}

PaintPicture ParetoView::painter() const {
  if (report_ == nullptr) return nullptr;
  return [picture = *picture_, marks = marks_](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter, picture.layoutFor(size, marks.budget), theme,
                  {.selected = marks.selected, .hovered = std::nullopt, .budget = marks.budget});
  };
}

void ParetoView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  if (report_ == nullptr)
    drawEmpty(painter, rect().adjusted(24, 24, -24, -24),
              tr("Smaller versions of this model, each with what it costs.\n\nShrink looks for them: other orders, "
                 "better plans, outputs over inputs, operators computed strip by strip. All give the same outputs, "
                 "and run on TensorFlow Lite Micro as it is."),
              theme);
  else
    picture_->paint(painter, layoutNow(), theme, marks_);
  if (focus_->isShown()) drawFocus(painter, rect(), theme);
}

void ParetoView::hover(std::optional<std::size_t> point) {
  if (point == marks_.hovered) return;
  marks_.hovered = point;
  update();
}

bool ParetoView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || report_ == nullptr) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto point = picture_->pointAt(help->pos(), layoutNow()))
    QToolTip::showText(help->globalPos(), QString::fromStdString(output::describePoint(*report_, *point)), this);
  else
    QToolTip::hideText();
  return true;
}

void ParetoView::mousePressEvent(QMouseEvent* event) {
  if (report_ == nullptr || event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  if (const auto point = picture_->pointAt(event->position(), layoutNow())) select(*point);
}

void ParetoView::mouseMoveEvent(QMouseEvent* event) {
  if (report_ != nullptr) hover(picture_->pointAt(event->position(), layoutNow()));
}

void ParetoView::leaveEvent(QEvent* event) {
  hover(std::nullopt);
  QWidget::leaveEvent(event);
}

void ParetoView::keyPressEvent(QKeyEvent* event) {
  if (report_ == nullptr) return QWidget::keyPressEvent(event);
  const std::size_t last = picture_->count() - 1;
  switch (event->key()) {
  case Qt::Key_Left:
  case Qt::Key_Up: select(*marks_.selected == 0 ? 0 : *marks_.selected - 1); break;
  case Qt::Key_Right:
  case Qt::Key_Down: select(std::min(*marks_.selected + 1, last)); break;
  case Qt::Key_Home: select(0); break;
  case Qt::Key_End: select(last); break;
  default: QWidget::keyPressEvent(event);
  }
}

} // namespace arenascope::ui
