#include "ui/views/board_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "core/report/flash_need.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/theme.h"

namespace arenascope::ui {

namespace {

constexpr int kBarHeight = 16;
constexpr int kRowGap = 4;

// What does not belong to the model is grey.
QColor colourOf(const Theme& theme, std::size_t part) {
  static constexpr std::array kFamilies = {report::Family::kOther, report::Family::kWeighted,
                                           report::Family::kDepthwise, report::Family::kInputOutput};
  if (part == 0) return theme.tail;
  return theme.family(kFamilies[(part - 1) % kFamilies.size()]).fill;
}

} // namespace

std::uint64_t MemoryBar::used() const {
  std::uint64_t bytes = 0;
  for (const BarPart& part : parts) bytes += part.bytes;
  return bytes;
}

std::uint64_t MemoryBar::ofModel() const { return used() - parts.front().bytes; }

QString MemoryBar::text() const {
  const auto size = [](std::uint64_t bytes) { return bytesText(static_cast<double>(bytes)); };
  QString words = QObject::tr("%1: %2").arg(name, size(ofModel()));
  if (parts.front().bytes > 0)
    words += QObject::tr(" and %1 for %2").arg(size(parts.front().bytes), parts.front().name);
  return capacity == 0 ? words : words + QObject::tr(", of %1").arg(size(capacity));
}

QString MemoryBar::shortText() const {
  const auto size = [](std::uint64_t bytes) { return bytesText(static_cast<double>(bytes)); };
  return capacity == 0 ? QObject::tr("%1: %2").arg(name, size(used()))
                       : QObject::tr("%1: %2 of %3").arg(name, size(used()), size(capacity));
}

namespace {

// Behind what the platform takes.
std::vector<BarPart> flashParts(const BarPart& platform, const report::Report& report) {
  const report::FlashNeed need = flashNeed(report);
  const std::uint64_t weights = std::min(need.model, report.model.weightBytes);
  std::vector<BarPart> parts = {
      platform, {QObject::tr("model's graph"), need.model - weights}, {QObject::tr("weights"), weights}};
  if (!need.codeKnown) return parts;
  parts.push_back({QObject::tr("interpreter"), need.interpreter});
  parts.push_back({QObject::tr("operators"), need.operators});
  return parts;
}

} // namespace

MemoryBar flashBar(const report::Report& report) {
  const bool code = flashNeed(report).codeKnown;
  return {.name = code ? QObject::tr("flash, model and code") : QObject::tr("flash, model alone"),
          .parts = flashParts({}, report),
          .capacity = 0};
}

std::vector<MemoryBar> memoryBars(const hardware::Board& board, const report::Report& report) {
  if (!report.arena || !report.flash) return {};
  const QString platform = QString::fromStdString(board.reservedFor);
  return {{.name = QObject::tr("RAM"),
           .parts = {{platform, board.reservedRamBytes}, {QObject::tr("arena"), report.arena->recommended}},
           .capacity = board.ramBytes()},
          {.name = QObject::tr("flash"),
           .parts = flashParts({platform, board.reservedFlashBytes}, report),
           .capacity = board.flashBytes}};
}

BoardBars::BoardBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(tr("RAM and flash of the board"));
}

void BoardBars::setBars(std::vector<MemoryBar> bars) {
  bars_ = std::move(bars);
  updateGeometry();
  update();
}

QSize BoardBars::sizeHint() const {
  const int line = fontMetrics().height() + kBarHeight + 2 * kRowGap;
  return {200, line * static_cast<int>(bars_.size())};
}

QRectF BoardBars::barRect(std::size_t index) const {
  const int text = fontMetrics().height();
  const int line = text + kBarHeight + 2 * kRowGap;
  return {0.0, static_cast<double>(line * static_cast<int>(index) + text + 2), static_cast<double>(width()),
          static_cast<double>(kBarHeight)};
}

void BoardBars::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const MemoryBar& bar = bars_[i];
    const QRectF box = barRect(i);
    const bool fits = bar.fits();
    painter.setPen(fits ? theme.text : theme.peak);
    painter.drawText(QRectF(0, box.top() - fontMetrics().height() - 2, width(), fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().horizontalAdvance(bar.text()) <= width() ? bar.text() : bar.shortText());
    painter.fillRect(box, theme.grid);
    const double scale = box.width() / static_cast<double>(std::max<std::uint64_t>(1, bar.extent()));
    double left = 0.0;
    for (std::size_t part = 0; part < bar.parts.size(); ++part) {
      const double length = static_cast<double>(bar.parts[part].bytes) * scale;
      const QRectF field(left, box.top(), length, box.height());
      painter.fillRect(field, colourOf(theme, part));
      painter.setPen(theme.fillText);
      if (part > 0) drawFitting(painter, field, bar.parts[part].name, Qt::AlignCenter);
      left += length;
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    if (fits) continue;
    const double end = static_cast<double>(bar.capacity) * scale;
    painter.fillRect(QRectF(end, box.top(), box.width() - end, box.height()), QBrush(theme.peak, Qt::BDiagPattern));
    painter.setPen(QPen(theme.peak, 2));
    painter.drawLine(QPointF(end, box.top() - 2), QPointF(end, box.bottom() + 2));
  }
}

bool BoardBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    if (!barRect(i).adjusted(0, -fontMetrics().height(), 0, 0).contains(help->pos())) continue;
    QString text = QStringLiteral("<b>%1</b>").arg(bars_[i].name);
    for (const BarPart& part : bars_[i].parts)
      if (part.bytes > 0)
        text += QStringLiteral("<br>%1: %2 bytes").arg(part.name.toHtmlEscaped(), groupedText(part.bytes));
    text += tr("<br>without the platform: %1 bytes").arg(groupedText(bars_[i].ofModel()));
    const auto left = static_cast<std::int64_t>(bars_[i].capacity) - static_cast<std::int64_t>(bars_[i].used());
    if (bars_[i].capacity > 0)
      text += QStringLiteral("<br>%1: %2 bytes")
                  .arg(left < 0 ? tr("missing") : tr("left"), groupedText(static_cast<std::uint64_t>(std::abs(left))));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

} // namespace arenascope::ui
