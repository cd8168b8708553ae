#include "ui/views/step_bar.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/snapshot_chart.h"

namespace arenascope::ui {

StepBar::StepBar(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  setAccessibleName(tr("The arena at this moment"));
  setMouseTracking(true);
  setFixedHeight(40);
}

void StepBar::setSnapshot(const ReportPointer& report, int event) {
  report_ = report;
  event_ = event;
  update();
}

// Under the plot of the view above.
QRectF StepBar::area() const { return QRectF(rect()).adjusted(axisWidth(), 4, -kRightMargin, -4); }

void StepBar::paintEvent(QPaintEvent* /*event*/) {
  if (event_ < 0) return;
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.setFont(textFont(kAxisText));
  painter.setPen(theme.faintText);
  painter.drawText(QRectF(0, 0, axisWidth() - 8, height()), Qt::AlignRight | Qt::AlignVCenter, tr("memory"));
  paintSnapshot(painter, area(), *report_, static_cast<std::size_t>(event_), theme);
}

int StepBar::blockAt(const QPointF& position) const {
  if (event_ < 0 || !area().contains(position)) return -1;
  return blockEventAt(*report_, static_cast<std::size_t>(event_), (position.x() - area().left()) / area().width());
}

void StepBar::mouseMoveEvent(QMouseEvent* event) {
  const int block = blockAt(event->position());
  if (block < 0) {
    QToolTip::hideText();
    return;
  }
  const auto index = static_cast<std::size_t>(block);
  QToolTip::showText(event->globalPosition().toPoint(),
                     QStringLiteral("<b>%1</b><br>%2")
                         .arg(describeEvent(*report_, index),
                              QString::fromStdString(report::describeStep(*report_, report_->allocations[index]))),
                     this);
}

void StepBar::mousePressEvent(QMouseEvent* event) {
  if (const int block = blockAt(event->position()); block >= 0) selection_.selectEvent(block);
}

} // namespace arenascope::ui
