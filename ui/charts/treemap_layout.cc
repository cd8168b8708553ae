#include "ui/charts/treemap_layout.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace arenascope::ui {

namespace {

// How far the worst of some tiles is from a square when they stand along a side of that length.
double worstRatio(std::span<const double> tiles, double side) {
  const double depth = std::accumulate(tiles.begin(), tiles.end(), 0.0) / side;
  double worst = 1.0;
  for (const double tile : tiles) {
    const double length = tile / depth;
    worst = std::max({worst, depth / length, length / depth});
  }
  return worst;
}

// Puts tiles side by side along the shorter side of what is free, and answers what is left of it.
QRectF place(std::span<const double> tiles, QRectF free, std::span<QRectF> rects) {
  const double sum = std::accumulate(tiles.begin(), tiles.end(), 0.0);
  const bool upright = free.width() >= free.height();
  const double depth = sum / (upright ? free.height() : free.width());
  double at = upright ? free.top() : free.left();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const double length = tiles[i] / depth;
    rects[i] = upright ? QRectF(free.left(), at, depth, length) : QRectF(at, free.top(), length, depth);
    at += length;
  }
  return upright ? free.adjusted(depth, 0, 0, 0) : free.adjusted(0, depth, 0, 0);
}

} // namespace

std::vector<QRectF> treemapLayout(const QRectF& area, const std::vector<double>& sizes) {
  std::vector<QRectF> rects(sizes.size());
  std::vector<std::size_t> order;
  double total = 0.0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] <= 0) continue;
    order.push_back(i);
    total += sizes[i];
  }
  if (order.empty() || area.isEmpty()) return rects;
  std::vector<double> tiles;
  tiles.reserve(order.size());
  for (const std::size_t index : order) tiles.push_back(sizes[index] / total * area.width() * area.height());

  std::vector<QRectF> placed(tiles.size());
  QRectF free = area;
  for (std::size_t first = 0; first < tiles.size();) {
    const double side = std::min(free.width(), free.height());
    std::size_t count = 1;
    const auto row = [&](std::size_t length) { return std::span(tiles).subspan(first, length); };
    while (first + count < tiles.size() && worstRatio(row(count + 1), side) <= worstRatio(row(count), side)) ++count;
    free = place(row(count), free, std::span(placed).subspan(first, count));
    first += count;
  }
  for (std::size_t i = 0; i < order.size(); ++i) rects[order[i]] = placed[i];
  return rects;
}

} // namespace arenascope::ui
