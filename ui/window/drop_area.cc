#include "ui/window/drop_area.h"

#include <QPainter>

#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

// Pixels of the design.
constexpr int kAreaGap = 12; // around the halves and between them
constexpr int kAreaRadius = 10;
constexpr int kAreaSign = 28;
constexpr int kAreaLine = 26; // of a title
constexpr int kVeil = 225;    // alpha, over what is there

struct AreaText {
  Glyph glyph;
  QString title;
  QString detail;
};

void paintHalf(QPainter& painter, const QRect& half, const AreaText& text, bool lit, const Tokens& tokens) {
  QColor ground = lit ? tokens.accentSoft : tokens.surface;
  ground.setAlpha(kVeil);
  painter.setPen(QPen(lit ? tokens.accent : tokens.ink3, lit ? 2 : 1, lit ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(ground);
  painter.drawRoundedRect(QRectF(half).adjusted(1, 1, -1, -1), scaled(kAreaRadius), scaled(kAreaRadius));
  const int sign = scaled(kAreaSign);
  const QPoint middle = half.center();
  icon(text.glyph, lit ? QPalette::Link : QPalette::Text)
      .paint(&painter, QRect(middle.x() - sign / 2, middle.y() - 2 * sign, sign, sign));
  painter.setPen(lit ? tokens.accent : tokens.ink);
  painter.setFont(textFont(kHeadingText, QFont::DemiBold));
  painter.drawText(QRect(half.left(), middle.y() - sign / 2, half.width(), scaled(kAreaLine)), Qt::AlignCenter,
                   text.title);
  painter.setPen(tokens.ink2);
  painter.setFont(textFont(kBodyText));
  const int side = scaled(kAreaGap);
  const QRect line(half.left() + side, middle.y() + sign / 2, half.width() - 2 * side, scaled(kAreaLine));
  painter.drawText(line, Qt::AlignCenter, painter.fontMetrics().elidedText(text.detail, Qt::ElideMiddle, line.width()));
}

} // namespace

DropArea::DropArea(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("dropArea"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void DropArea::showOver(const QRect& area, const QString& model, bool compares) {
  model_ = model;
  compares_ = compares;
  setAccessibleName(compares ? tr("Drop: compare with %1").arg(model) : tr("Drop: open"));
  setGeometry(area);
  show();
  raise();
  update();
}

void DropArea::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
  const int gap = scaled(kAreaGap);
  const QRect all = rect().adjusted(gap, gap, -gap, -gap);
  if (model_.isEmpty())
    return paintHalf(painter, all, {Glyph::kFile, tr("Open"), tr("Several files are compared")}, true, tokens);
  const int width = (all.width() - gap) / 2;
  paintHalf(painter, QRect(all.topLeft(), QSize(width, all.height())),
            {Glyph::kFile, tr("Open"), tr("instead of %1").arg(model_)}, !compares_, tokens);
  paintHalf(painter, QRect(all.right() - width + 1, all.top(), width, all.height()),
            {Glyph::kCompare, tr("Compare"), tr("beside %1").arg(model_)}, compares_, tokens);
}

} // namespace arenascope::ui
