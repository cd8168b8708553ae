#include "ui/views/side_by_side_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {
constexpr double kTitleHeight = 24.0;
} // namespace

SideBySideView::SideBySideView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Arenas side by side"));
  setMouseTracking(true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setEmptyText(tr("Nothing to compare yet.\n\nDrop two or more files, or choose in the Compare table what to see "
                  "beside this model: another kernel set, target or model."));
}

void SideBySideView::setComparison(const report::Comparison* comparison) {
  std::vector<Titled> reports;
  for (std::size_t i = 0; comparison != nullptr && i < comparison->reports.size(); ++i)
    if (comparison->reports[i].arena)
      reports.push_back({QString::fromStdString(comparison->titles[i]),
                         std::make_shared<const report::Report>(comparison->reports[i])});
  setReports(std::move(reports));
}

void SideBySideView::setReports(std::vector<Titled> reports) {
  reports_ = std::move(reports);
  makeSides();
}

void SideBySideView::setColourBy(ColourBy by) {
  colourBy_ = by;
  makeSides();
}

void SideBySideView::makeSides() {
  sides_.clear();
  mostBytes_ = 1.0;
  for (const Titled& titled : reports_) {
    sides_.push_back({titled, InferenceChart(titled.report, {.colourBy = colourBy_, .cycles = false})});
    mostBytes_ = std::max(mostBytes_, sides_.back().picture.bytesRange().last);
  }
  update();
}

QRectF SideBySideView::cellOf(std::size_t side, const QSizeF& size) const {
  const double cell = size.width() / static_cast<double>(std::max<std::size_t>(1, sides_.size()));
  return {cell * static_cast<double>(side), kTitleHeight, cell, size.height() - kTitleHeight};
}

// In the cell's own pixels.
ArenaLayout SideBySideView::layoutOf(std::size_t side, const QSizeF& size) const {
  const QRectF cell = cellOf(side, size);
  return {plotBox(cell.width(), cell.height()), sides_[side].picture.timeRange(), {0.0, mostBytes_}};
}

void SideBySideView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  if (sides_.empty()) {
    drawEmpty(painter, rect().adjusted(24, 24, -24, -24), emptyText_, theme);
    return;
  }
  paintSides(painter, size(), theme, true);
}

PaintPicture SideBySideView::painter() const {
  if (sides_.empty()) return nullptr;
  return [this](QPainter& painter, const QSizeF& size, const Theme& theme) { paintSides(painter, size, theme, false); };
}

void SideBySideView::paintSides(QPainter& painter, const QSizeF& size, const Theme& theme, bool marked) const {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const QRectF cell = cellOf(i, size);
    QFont strong = font();
    strong.setBold(true);
    painter.setFont(strong);
    painter.setPen(theme.text);
    const QString title =
        tr("%1: %2 bytes").arg(sides_[i].titled.title, groupedText(sides_[i].titled.report->arena->minimum));
    painter.drawText(
        QRectF(cell.left() + axisWidth(), 0, cell.width() - axisWidth(), kTitleHeight), Qt::AlignVCenter,
        QFontMetricsF(strong).elidedText(title, Qt::ElideMiddle, cell.width() - axisWidth() - kRightMargin));
    painter.setFont(font());
    painter.save();
    painter.translate(cell.topLeft());
    sides_[i].picture.paint(painter, layoutOf(i, size), theme, marked ? marksOf(i) : InferenceMarks());
    painter.restore();
  }
}

std::optional<SideBySideView::Place> SideBySideView::placeAt(const QPointF& position) const {
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const ArenaLayout layout = layoutOf(i);
    const QPointF at = position - originOf(i);
    if (layout.plot.contains(at.x(), at.y())) return Place{i, layout.timeAt(at.x()), layout.bytesAt(at.y())};
  }
  return std::nullopt;
}

void SideBySideView::mouseMoveEvent(QMouseEvent* event) {
  if (const auto place = placeAt(event->position()))
    QToolTip::showText(event->globalPosition().toPoint(),
                       sides_[place->side].picture.describe(place->time, place->bytes), this);
  else
    QToolTip::hideText();
}

} // namespace arenascope::ui
