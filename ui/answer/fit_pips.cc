#include "ui/answer/fit_pips.h"

#include <QPainter>
#include <algorithm>

#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

FitPips::FitPips(QWidget* parent) : QWidget(parent) { setFixedHeight(scaled(14)); }

void FitPips::setFits(std::size_t fitting, std::size_t all) {
  fitting_ = fitting;
  all_ = all;
  setAccessibleName(tr("Fits %1 of %2 boards").arg(fitting).arg(all));
  update();
}

void FitPips::paintEvent(QPaintEvent* /*event*/) {
  if (all_ == 0) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
  const double step = static_cast<double>(width()) / static_cast<double>(all_);
  const double gap = std::min(3.0, step * 0.3);
  for (std::size_t i = 0; i < all_; ++i) {
    QColor colour = i < fitting_ ? tokens.good : tokens.peak;
    if (i < fitting_) colour.setAlphaF(0.75F);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(static_cast<double>(i) * step, 0, step - gap, height()), 2, 2);
  }
}

} // namespace arenascope::ui
