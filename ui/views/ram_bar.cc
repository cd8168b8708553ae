#include "ui/views/ram_bar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/arena_frame.h"
#include "ui/charts/theme.h"

namespace arenascope::ui {

using report::RamPart;
using report::RamUse;

namespace {

constexpr int kRamBarHeight = 20;

QColor colourOfUse(const Theme& theme, RamUse use) {
  switch (use) {
  case RamUse::kArena: return theme.family(report::Family::kWeighted).fill;
  case RamUse::kData: return theme.family(report::Family::kInputOutput).fill;
  case RamUse::kZeroed: return theme.family(report::Family::kDepthwise).fill;
  case RamUse::kStack: return theme.family(report::Family::kDepthwise).edge;
  case RamUse::kHeap: return theme.family(report::Family::kOther).fill;
  case RamUse::kReserved: return theme.tail;
  case RamUse::kFree: break;
  }
  return theme.background;
}

} // namespace

RamBar::RamBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("ramBar"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  hide();
}

void RamBar::setReport(const ReportPointer& report) {
  band_ = report == nullptr ? std::nullopt : report::ramBand(*report);
  setVisible(band_.has_value());
  setAccessibleName(text());
  update();
}

QString RamBar::text() const {
  if (!band_) return {};
  QString line = tr("RAM of the image: %1.").arg(bytesText(static_cast<double>(band_->bytes())));
  for (const std::string& sentence : describe(*band_)) line += QLatin1Char(' ') + QString::fromStdString(sentence);
  return line;
}

QSize RamBar::sizeHint() const { return {200, 2 * fontMetrics().height() + kRamBarHeight + 8}; }

QRectF RamBar::barRect() const {
  return {0.0, static_cast<double>(2 * fontMetrics().height() + 4), static_cast<double>(width()),
          static_cast<double>(kRamBarHeight)};
}

QRectF RamBar::partRect(const RamPart& part) const {
  const QRectF bar = barRect();
  const double scale = bar.width() / static_cast<double>(band_->bytes());
  return {bar.left() + static_cast<double>(part.address - band_->begin) * scale, bar.top(),
          static_cast<double>(part.bytes) * scale, bar.height()};
}

void RamBar::paintEvent(QPaintEvent* /*event*/) {
  if (!band_) return;
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.setPen(theme.text);
  painter.drawText(QRectF(0, 0, width(), 2 * fontMetrics().height()), Qt::AlignLeft | Qt::TextWordWrap, text());
  for (const RamPart& part : band_->parts) {
    const QRectF field = partRect(part);
    painter.fillRect(field, colourOfUse(theme, part.use));
    if (part.use == RamUse::kArena && band_->arenaNeeded > 0 && band_->arenaNeeded < band_->arenaGiven) {
      const double needed = static_cast<double>(band_->arenaNeeded) / static_cast<double>(band_->arenaGiven);
      QRectF unused = field;
      unused.setLeft(field.left() + field.width() * needed);
      painter.fillRect(unused, QBrush(theme.good, Qt::BDiagPattern));
    }
    painter.setPen(theme.fillText);
    drawFitting(painter, field, QString::fromStdString(part.name), Qt::AlignCenter);
  }
  painter.setPen(QPen(theme.line, 1));
  painter.drawRect(barRect().adjusted(0.5, 0.5, -0.5, -0.5));
}

bool RamBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !band_) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (const RamPart& part : band_->parts) {
    if (!partRect(part).contains(help->pos())) continue;
    QToolTip::showText(help->globalPos(),
                       tr("%1: %2 bytes at 0x%3")
                           .arg(QString::fromStdString(describe(*band_, part)).toHtmlEscaped(), groupedText(part.bytes))
                           .arg(part.address, 8, 16, QLatin1Char('0')),
                       this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

} // namespace arenascope::ui
