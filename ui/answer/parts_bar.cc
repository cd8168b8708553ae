#include "ui/answer/parts_bar.h"

#include <QPainter>
#include <algorithm>

#include "ui/style/type.h"

namespace arenascope::ui {

namespace {
constexpr int kPartsHeight = 10; // pixels of the design
constexpr int kDotSize = 8;
constexpr double kBarGap = 2.0;
} // namespace

QColor partColour(const report::ArenaPart& part, const Tokens& tokens) {
  using Kind = report::ArenaPart::Kind;
  switch (part.kind) {
  case Kind::kBuffer: return tokens.of(part.family).edge;
  case Kind::kGaps: return tokens.line;
  case Kind::kTemporary:
  case Kind::kPlanner: return tokens.of(Family::kInputOutput).edge;
  case Kind::kTail: return tokens.of(Family::kOther).edge;
  default: return tokens.of(Family::kOther).fill;
  }
}

PartsBar::PartsBar(QWidget* parent) : QWidget(parent) { setFixedHeight(scaled(kPartsHeight)); }

void PartsBar::setParts(std::vector<report::ArenaPart> parts) {
  parts_ = std::move(parts);
  QStringList words;
  for (const report::ArenaPart& part : parts_) words << QString::fromStdString(part.title);
  setAccessibleName(tr("Parts of the arena: %1").arg(words.join(QStringLiteral(", "))));
  update();
}

void PartsBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
  std::uint64_t all = 0;
  for (const report::ArenaPart& part : parts_) all += part.bytes;
  double left = 0;
  for (const report::ArenaPart& part : parts_) {
    const double width = static_cast<double>(part.bytes) / static_cast<double>(all) * QWidget::width();
    painter.setBrush(partColour(part, tokens));
    const double gap = &part == &parts_.back() ? 0.0 : kBarGap;
    painter.drawRoundedRect(QRectF(left, 0, std::max(1.0, width - gap), height()), 2, 2);
    left += width;
  }
}

PartDot::PartDot(const report::ArenaPart& part, QWidget* parent) : QWidget(parent), part_(part) {
  setFixedSize(scaled(kDotSize), scaled(kDotSize));
}

void PartDot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(partColour(part_, tokensOn(palette().color(QPalette::Base))));
  painter.drawRoundedRect(rect(), 2, 2);
}

} // namespace arenascope::ui
