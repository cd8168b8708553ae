#include "ui/views/side_by_side_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {
constexpr double kTitleHeight = 24.0;
constexpr double kSideStrip = 44.0;
constexpr double kClipMargin = 6.0; // of a picture's edges and first labels
} // namespace

SideBySideView::SideBySideView(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Arenas side by side"));
  setMouseTracking(true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
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
    sides_.push_back({titled, InferenceChart(titled.report,
                                             {.colourBy = colourBy_, .cycles = ofVersions_, .legend = !ofVersions_})});
    mostBytes_ = std::max(mostBytes_, sides_.back().picture.bytesRange().last);
  }
  update();
}

// Versions have one axis of bytes, at the left: the room of the others' lies over the picture before.
QRectF SideBySideView::cellOf(std::size_t side, const QSizeF& size) const {
  const auto count = static_cast<double>(std::max<std::size_t>(1, sides_.size()));
  const double shared = ofVersions_ ? axisWidth() : 0;
  const double step = (size.width() - shared) / count;
  return {step * static_cast<double>(side), kTitleHeight, step + shared, size.height() - kTitleHeight};
}

// In the cell's own pixels.
ArenaLayout SideBySideView::layoutOf(std::size_t side, const QSizeF& size) const {
  const QRectF cell = cellOf(side, size);
  const Box plot = plotBox(cell.width(), cell.height(), stripHeight(), !ofVersions_);
  return {plot, sides_[side].picture.timeRange(), {0.0, mostBytes_}, stripBox(plot, stripHeight())};
}

double SideBySideView::stripHeight() const {
  const bool any = std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.picture.hasStrip(); });
  return any ? kSideStrip : 0;
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
    paintTitle(painter, QRectF(cell.left() + axisWidth(), 0, cell.width() - axisWidth() - kRightMargin, kTitleHeight),
               sides_[i], theme);
    painter.setFont(font());
    painter.save();
    painter.translate(cell.topLeft());
    if (ofVersions_ && i > 0)
      painter.setClipRect(QRectF(axisWidth() - kClipMargin, 0, cell.width() - axisWidth() + kClipMargin, cell.height()),
                          Qt::IntersectClip);
    sides_[i].picture.paint(painter, layoutOf(i, size), theme, marked ? marksOf(i) : InferenceMarks());
    if (ofVersions_) paintFreed(painter, layoutOf(i, size), i, theme);
    painter.restore();
  }
}

void SideBySideView::paintTitle(QPainter& painter, const QRectF& place, const Side& side, const Theme& theme) const {
  const report::Report& report = *side.titled.report;
  painter.setFont(textFont(kSmallText, QFont::DemiBold));
  painter.setPen(theme.text);
  const QString title =
      ofVersions_ ? side.titled.title : tr("%1: %2 bytes").arg(side.titled.title, groupedText(report.arena->minimum));
  const double wide = painter.fontMetrics().horizontalAdvance(title);
  painter.drawText(place, Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(title, Qt::ElideMiddle, static_cast<int>(place.width())));
  if (!ofVersions_) return;
  // Where there is room beside the title.
  QString size = countedText(report.operators.size(), "layer");
  constexpr std::uint64_t kMany = 100'000;
  const std::uint64_t cycles = report.cost ? report.cost->total.cycles : 0;
  if (cycles >= kMany)
    size += tr(", %1 M cycles").arg(static_cast<double>(cycles) / 1e6, 0, 'f', 1);
  else if (cycles > 0)
    size += tr(", %1 cycles").arg(groupedText(cycles));
  painter.setFont(textFont(kSmallText));
  if (wide + kRightMargin + painter.fontMetrics().horizontalAdvance(size) > place.width()) return;
  painter.setPen(theme.weakText);
  painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, size);
}

// From the top of its arena to that of the first one.
void SideBySideView::paintFreed(QPainter& painter, const ArenaLayout& layout, std::size_t side,
                                const Theme& theme) const {
  const std::uint64_t before = sides_.front().titled.report->arena->recommended;
  const std::uint64_t after = sides_[side].titled.report->arena->recommended;
  if (after >= before) return;
  const QRectF field = toRect(layout.box(layout.time, {static_cast<double>(after), static_cast<double>(before)}));
  QColor soft = theme.good;
  soft.setAlphaF(0.08F);
  painter.fillRect(field, soft);
  painter.setPen(QPen(theme.faintText, 1, Qt::DashLine));
  painter.drawLine(field.topLeft(), field.topRight());
  painter.setPen(theme.good);
  painter.setFont(textFont(kTitleText, QFont::DemiBold));
  drawFitting(painter, field, tr("%1 bytes free").arg(groupedText(before - after)), Qt::AlignCenter);
  painter.setFont(font());
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
