#include "ui/views/moment_bar.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/pictures/allocation_picture.h"
#include "ui/pictures/lens_frame.h"
#include "ui/pictures/moment_picture.h"

namespace arenascope::ui {

MomentBar::MomentBar(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  setAccessibleName(tr("The arena at this moment"));
  setMouseTracking(true);
  setFixedHeight(40);
}

void MomentBar::setMoment(const ReportPointer& report, int event) {
  report_ = report;
  event_ = event;
  update();
}

// Under the plot of the lens above.
QRectF MomentBar::area() const { return QRectF(rect()).adjusted(axisWidth(), 4, -kRightMargin, -4); }

void MomentBar::paintEvent(QPaintEvent* /*event*/) {
  if (event_ < 0) return;
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRectF(0, 0, axisWidth() - 8, height()), Qt::AlignRight | Qt::AlignVCenter, tr("in memory"));
  paintMoment(painter, area(), *report_, static_cast<std::size_t>(event_), theme);
}

int MomentBar::blockAt(const QPointF& position) const {
  if (event_ < 0 || !area().contains(position)) return -1;
  return blockEventAt(*report_, static_cast<std::size_t>(event_), (position.x() - area().left()) / area().width());
}

void MomentBar::mouseMoveEvent(QMouseEvent* event) {
  const int block = blockAt(event->position());
  if (block < 0) {
    QToolTip::hideText();
    return;
  }
  const auto index = static_cast<std::size_t>(block);
  QToolTip::showText(event->globalPosition().toPoint(),
                     QStringLiteral("<b>%1</b><br>%2")
                         .arg(describeEvent(*report_, index),
                              QString::fromStdString(profile::describeMoment(*report_, report_->allocations[index]))),
                     this);
}

void MomentBar::mousePressEvent(QMouseEvent* event) {
  if (const int block = blockAt(event->position()); block >= 0) selection_.selectEvent(block);
}

} // namespace arenascope::ui
