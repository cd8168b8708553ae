#include "ui/charts/treemap_chart.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "ui/charts/arena_frame.h"
#include "ui/charts/treemap_layout.h"

namespace arenascope::ui {

using Tile = TreemapTiles::Tile;

namespace {

// Less than this in either direction gets no title line.
constexpr double kRoomForTitle = 34.0;
constexpr double kRound = 3.0;
constexpr double kFlameFields = 0.4; // of a flame's height; the parts have the rest

// Without namespace and arguments of a template's: "convolve3x3".
QString lastName(const QString& name) {
  const qsizetype arguments = name.indexOf(QLatin1Char('<'));
  const qsizetype colons = name.lastIndexOf(QStringLiteral("::"), arguments < 0 ? -1 : arguments);
  return colons < 0 ? name : name.mid(colons + 2);
}

double percentOf(std::uint64_t amount, const Treemap& treemap) {
  return 100.0 * static_cast<double>(amount) / static_cast<double>(std::max<std::uint64_t>(1, treemap.total()));
}

std::uint64_t amountOf(const Treemap& treemap, const Tile& tile) {
  const TreemapField& field = treemap.fields[tile.field];
  return tile.part < 0 ? field.amount() : field.parts[static_cast<std::size_t>(tile.part)].amount;
}

void paintTitle(QPainter& painter, const Treemap& treemap, const Tile& tile, const Theme& theme, bool chosen) {
  painter.fillRect(tile.rect, chosen ? theme.selectionSoft : theme.background);
  if (tile.rect.width() < kRoomForTitle || tile.rect.height() < kRoomForTitle) return;
  const QFontMetricsF metrics(painter.font());
  const QRectF line(tile.rect.left() + 3.5, tile.rect.top() + 0.5, tile.rect.width() - 7, metrics.height() + 2);
  const QString text = QStringLiteral("%1  %2 %")
                           .arg(treemap.fields[tile.field].title)
                           .arg(percentOf(amountOf(treemap, tile), treemap), 0, 'f', 1);
  painter.setPen(chosen ? theme.selection : theme.weakText);
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, line.width()));
}

} // namespace

std::uint64_t TreemapField::amount() const {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TreemapPart& part) { return sum + part.amount; });
}

std::uint64_t Treemap::total() const {
  return std::accumulate(fields.begin(), fields.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TreemapField& field) { return sum + field.amount(); });
}

TreemapTiles::TreemapTiles(const Treemap& treemap, const QRectF& area, double titleHeight) {
  std::vector<double> sizes;
  for (const TreemapField& field : treemap.fields) sizes.push_back(static_cast<double>(field.amount()));
  const std::vector<QRectF> rects = treemapLayout(area, sizes);
  for (std::size_t f = 0; f < rects.size(); ++f) {
    if (rects[f].isEmpty()) continue;
    tiles_.push_back({.rect = rects[f], .field = f, .part = -1});
    const bool titled = rects[f].width() >= kRoomForTitle && rects[f].height() >= kRoomForTitle;
    sizes.clear();
    for (const TreemapPart& part : treemap.fields[f].parts) sizes.push_back(static_cast<double>(part.amount));
    const std::vector<QRectF> inside = treemapLayout(rects[f].adjusted(1, titled ? titleHeight : 1, -1, -1), sizes);
    for (std::size_t p = 0; p < inside.size(); ++p)
      if (!inside[p].isEmpty()) tiles_.push_back({.rect = inside[p], .field = f, .part = static_cast<int>(p)});
  }
}

TreemapTiles TreemapTiles::flame(const Treemap& treemap, const QRectF& area) {
  TreemapTiles result;
  std::vector<std::size_t> order(treemap.fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // What is no operator comes last.
  std::ranges::stable_sort(order, {}, [&](std::size_t field) {
    return static_cast<unsigned>(treemap.fields[field].op); // -1 is the largest
  });
  const double scale = area.width() / static_cast<double>(std::max<std::uint64_t>(1, treemap.total()));
  const double middle = area.top() + kFlameFields * area.height();
  double left = area.left();
  for (const std::size_t f : order) {
    const TreemapField& field = treemap.fields[f];
    const double width = static_cast<double>(field.amount()) * scale;
    if (width <= 0.0) continue;
    result.tiles_.push_back(
        {.rect = QRectF(QPointF(left, area.top()), QPointF(left + width, middle)).adjusted(0, 0, -1, -1),
         .field = f,
         .part = -1});
    double at = left;
    for (std::size_t p = 0; p < field.parts.size(); ++p) {
      const double share = static_cast<double>(field.parts[p].amount) * scale;
      if (share > 0.0)
        result.tiles_.push_back({.rect = QRectF(QPointF(at, middle), QPointF(at + share, area.bottom())),
                                 .field = f,
                                 .part = static_cast<int>(p)});
      at += share;
    }
    left += width;
  }
  return result;
}

const Tile* TreemapTiles::at(const QPointF& point) const {
  const auto found =
      std::find_if(tiles_.rbegin(), tiles_.rend(), [&](const Tile& tile) { return tile.rect.contains(point); });
  return found == tiles_.rend() ? nullptr : &*found;
}

QString describeTile(const Treemap& treemap, const Tile& tile) {
  const TreemapField& field = treemap.fields[tile.field];
  const QString figures = QObject::tr("%1 %2, %3 % %4")
                              .arg(groupedText(amountOf(treemap, tile)), treemap.unit)
                              .arg(percentOf(amountOf(treemap, tile), treemap), 0, 'f', 1)
                              .arg(treemap.whole);
  if (tile.part < 0) return QStringLiteral("<b>%1</b><br>%2").arg(field.title.toHtmlEscaped(), figures);
  return QObject::tr("<b>%1</b><br>in %2<br>%3")
      .arg(field.parts[static_cast<std::size_t>(tile.part)].name.toHtmlEscaped(), field.title.toHtmlEscaped(), figures);
}

void paintTreemapTile(QPainter& painter, const Treemap& treemap, const Tile& tile, const Theme& theme, bool chosen) {
  if (tile.part < 0) {
    paintTitle(painter, treemap, tile, theme, chosen);
    return;
  }
  const TreemapPart& part = treemap.fields[tile.field].parts[static_cast<std::size_t>(tile.part)];
  const QRectF box = tile.rect.adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(chosen ? theme.selection : theme.edge(part.colour), chosen ? 2 : 1));
  painter.setBrush(mixed(theme.buffer(part.colour), theme.background, part.shade));
  const double round = std::min({kRound, box.width() / 2, box.height() / 2});
  painter.drawRoundedRect(box, round, round);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(theme.fillText);
  const QFontMetricsF metrics(painter.font());
  if (box.height() < metrics.height() || box.width() < metrics.averageCharWidth() * 5) return;
  const bool two = box.height() >= 2 * metrics.height();
  const QString name = metrics.elidedText(lastName(part.name), Qt::ElideRight, box.width() - 6);
  painter.drawText(box, Qt::AlignCenter,
                   two ? QStringLiteral("%1\n%2 %").arg(name).arg(percentOf(part.amount, treemap), 0, 'f', 1) : name);
}

} // namespace arenascope::ui
