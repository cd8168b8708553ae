#include "ui/charts/pareto_chart.h"

#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/output/answers/price_text.h"

namespace arenascope::ui {

namespace {

constexpr double kAxisRoom = 40.0; // pixels below the plot: figures, and what they are

constexpr double kRadius = 6.0;      // pixels
constexpr double kReach = 16.0;      // how far from a point's centre the pointer means it
constexpr double kSideMargin = 0.04; // of the range, so that points at its ends are whole
constexpr double kTopRoom = 1.08;
constexpr double kLeastGrowth = 1.0; // percent that the axis shows

// Over two memories: what lies in the slower one.
QString kindOf(const optimization::ShrinkReport& report, const optimization::ShrinkPoint& point) {
  if (report.memories) {
    const QString slower = QString::fromStdString(report.memories->psram.name);
    if (point.spill->all()) return QObject::tr("all in %1").arg(slower);
    if (!point.spill->any()) return QObject::tr("nothing in %1").arg(slower);
    return (point.spill->persistent ? QObject::tr("persistent in %1") : QObject::tr("non-persistent in %1"))
        .arg(slower);
  }
  QStringList names;
  for (const std::string& name : namesOf(point.means)) names << QString::fromStdString(name);
  return names.empty() ? QObject::tr("as it is") : names.join(QStringLiteral(", "));
}

QString growthText(double percent) {
  return QStringLiteral("%1%2 %").arg(percent > 0 ? QStringLiteral("+") : QString()).arg(percent, 0, 'f', 1);
}

} // namespace

ParetoChart::ParetoChart(ShrinkPointer report) : report_(std::move(report)) {
  for (const optimization::ShrinkPoint& point : report_->points) {
    const QString kind = kindOf(*report_, point);
    const auto known = std::ranges::find(kinds_, kind);
    kindOf_.push_back(static_cast<std::size_t>(known - kinds_.begin()));
    if (known == kinds_.end()) kinds_.push_back(kind);
  }
}

ArenaLayout ParetoChart::layoutFor(const QSizeF& size, std::optional<std::uint64_t> budget) const {
  double least = 0;
  double most = kLeastGrowth;
  double bytes = static_cast<double>(budget.value_or(0));
  for (const optimization::ShrinkPoint& point : report_->points) {
    const double growth = growthOf(*report_, point);
    least = std::min(least, growth);
    most = std::max(most, growth);
    bytes = std::max(bytes, static_cast<double>(point.sramBytes()));
  }
  const double margin = (most - least) * kSideMargin;
  return {plotBox(size.width(), size.height(), 0, true, kAxisRoom * textScale()),
          {least - margin, most + margin},
          {0.0, bytes * kTopRoom}};
}

QPointF ParetoChart::centreOf(std::size_t point, const ArenaLayout& layout) const {
  const optimization::ShrinkPoint& shown = report_->points[point];
  return {layout.xOf(growthOf(*report_, shown)), layout.yOf(static_cast<double>(shown.sramBytes()))};
}

std::optional<std::size_t> ParetoChart::pointAt(const QPointF& position, const ArenaLayout& layout) const {
  std::optional<std::size_t> nearest;
  double distance = kReach;
  for (std::size_t i = 0; i < count(); ++i) {
    const QPointF away = centreOf(i, layout) - position;
    const double length = std::hypot(away.x(), away.y());
    if (length > distance) continue;
    distance = length;
    nearest = i;
  }
  return nearest;
}

QColor ParetoChart::colourOf(std::size_t point, const Theme& theme) const {
  return kindOf_[point] == 0
             ? theme.family(report::Family::kOther).edge
             : theme.edge(-1 - static_cast<int>((kindOf_[point] - 1) % (std::size(report::kFamilies) - 1)));
}

void ParetoChart::drawGrowthAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  constexpr double kTickDistance = 70.0;
  constexpr double kTickWidth = 80.0;
  const double step = tickStep(layout.time.length() / layout.plot.width(), kTickDistance, false);
  for (double growth = std::ceil(layout.time.first / step) * step; growth <= layout.time.last; growth += step) {
    const double x = layout.xOf(growth);
    painter.fillRect(QRectF(std::round(x), layout.plot.top, 1, layout.plot.height()).toRect(), theme.grid);
    painter.setPen(theme.weakText);
    // Not "-0.0", which rounding leaves.
    painter.drawText(QRectF(x - kTickWidth / 2, layout.plot.bottom + 3, kTickWidth, 16 * textScale()), Qt::AlignCenter,
                     growthText(std::abs(growth) < step / 2 ? 0.0 : growth));
  }
  painter.drawText(
      QRectF(layout.plot.left, layout.plot.bottom + 20 * textScale(), layout.plot.width(), 18 * textScale()),
      Qt::AlignCenter, report_->before().cycles() ? QObject::tr("growth of cycles") : QObject::tr("growth of MACs"));
}

// What can be had for so much more work: the lowest point that costs no more.
void ParetoChart::drawSteps(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  QPolygonF steps;
  for (std::size_t i = 0; i < count(); ++i) {
    const QPointF centre = centreOf(i, layout);
    if (i > 0) steps << QPointF(centre.x(), steps.back().y());
    steps << centre;
  }
  steps << QPointF(layout.plot.right, steps.back().y());
  painter.setPen(QPen(theme.weakText, 1, Qt::DashLine));
  painter.drawPolyline(steps);
}

void ParetoChart::drawPoints(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                             const ParetoMarks& marks) const {
  for (std::size_t i = 0; i < count(); ++i) {
    const QPointF centre = centreOf(i, layout);
    painter.setPen(QPen(theme.text, 1));
    painter.setBrush(colourOf(i, theme));
    painter.drawEllipse(centre, kRadius, kRadius);
    painter.setBrush(Qt::NoBrush);
    if (marks.selected == i) {
      painter.setPen(QPen(theme.selection, 3));
      painter.drawEllipse(centre, kRadius + 3, kRadius + 3);
    }
  }
  // Over all points: what those need that one looks at.
  for (const auto& marked : {marks.selected, marks.hovered})
    if (marked && *marked < count()) drawNeeds(painter, *marked, layout, theme);
}

// Beside the point, on the side where there is more room.
void ParetoChart::drawNeeds(QPainter& painter, std::size_t point, const ArenaLayout& layout, const Theme& theme) const {
  const optimization::ShrinkPoint& shown = report_->points[point];
  const QString bytes =
      report_->memories ? QObject::tr("%1 bytes in %2")
                              .arg(groupedText(shown.sramBytes()), QString::fromStdString(report_->memories->sram.name))
                        : QObject::tr("%1 bytes").arg(groupedText(shown.arenaBytes()));
  const QString text = QObject::tr("%1, %2, flash %3")
                           .arg(bytes, growthText(growthOf(*report_, shown)),
                                QString::fromStdString(output::flashText(priceOf(*report_, shown))));
  const QFontMetricsF metrics(painter.font());
  const double away = metrics.horizontalAdvance(text) / 2 + 3 * kRadius;
  const QPointF centre = centreOf(point, layout);
  const bool isLeft = centre.x() < (layout.plot.left + layout.plot.right) / 2;
  Tags(painter, layout)
      .draw(centre + QPointF(isLeft ? away : -away, metrics.height() / 2 + 4), text, theme.text, theme.background);
}

void ParetoChart::paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                        const ParetoMarks& marks) const {
  painter.setRenderHint(QPainter::Antialiasing);
  drawGrowthAxis(painter, layout, theme);
  drawBytesAxis(painter, layout, theme);
  drawSteps(painter, layout, theme);
  if (marks.budget) {
    const double y = layout.yOf(static_cast<double>(*marks.budget));
    painter.setPen(QPen(theme.peak, 2));
    painter.drawLine(QPointF(layout.plot.left, y), QPointF(layout.plot.right, y));
    painter.drawText(QRectF(layout.plot.left + 4, y + 2, layout.plot.width() - 4, 18 * textScale()),
                     Qt::AlignLeft | Qt::AlignTop, QObject::tr("budget: %1 bytes").arg(groupedText(*marks.budget)));
  }
  drawPoints(painter, layout, theme, marks);
  std::vector<LegendItem> legend;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto first = static_cast<std::size_t>(std::ranges::find(kindOf_, kind) - kindOf_.begin());
    legend.push_back({.colour = colourOf(first, theme), .name = kinds_[kind]});
  }
  drawLegend(painter, legend, layout, theme);
}

PaintPicture paretoPainter(const ShrinkPointer& report) {
  return [report, picture = ParetoChart(report)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter, picture.layoutFor(size, report->budget), theme,
                  {.selected = report->chosen, .hovered = std::nullopt, .budget = report->budget});
  };
}

QString paretoTitle(const optimization::ShrinkReport& report) {
  const QString model = QFileInfo(QString::fromStdString(report.before().runs.front().model.path)).fileName();
  return report.memories ? QObject::tr("Arena bytes in %1 and cycles: %2")
                               .arg(QString::fromStdString(report.memories->sram.name), model)
                         : QObject::tr("Smaller arenas for %1").arg(model);
}

} // namespace arenascope::ui
