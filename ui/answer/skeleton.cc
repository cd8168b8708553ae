#include "ui/answer/skeleton.h"

#include <QPainter>

#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {
constexpr int kLineBar = 10;  // pixels of the design
constexpr int kLineStep = 20; // from line to line
} // namespace

Skeleton::Skeleton(std::vector<double> shares, QWidget* parent) : QWidget(parent), shares_(std::move(shares)) {
  setFixedHeight(static_cast<int>(shares_.size()) * scaled(kLineStep));
}

void Skeleton::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokensOn(palette().color(QPalette::Base)).line);
  double top = scaled(kLineStep - kLineBar) / 2.0;
  for (const double share : shares_) {
    painter.drawRoundedRect(QRectF(0, top, width() * share, scaled(kLineBar)), scaled(3), scaled(3));
    top += scaled(kLineStep);
  }
}

} // namespace arenascope::ui
