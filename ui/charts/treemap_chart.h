// A treemap of two levels: fields, each divided into parts. How much of something is where, at one glance.
#pragma once

#include <QRectF>
#include <QString>
#include <cstdint>
#include <vector>

#include "ui/charts/theme.h"

class QPainter;

namespace arenascope::ui {

struct TreemapPart {
  QString name;
  std::uint64_t amount = 0;
  int colour = 0;     // of Theme::buffer()
  double shade = 0.0; // towards the ground, 0 to 1: tells the parts of one field apart
};

struct TreemapField {
  QString title;
  int op = -1; // row of Report::operators that it stands for, or -1
  std::vector<TreemapPart> parts;

  std::uint64_t amount() const;
};

// The content and what its amounts are.
struct Treemap {
  std::vector<TreemapField> fields; // falls best from large to small
  QString unit;                     // "cycles"
  QString whole;                    // "of the inference"

  std::uint64_t total() const;
};

// Where the fields and parts lie.
class TreemapTiles {
public:
  struct Tile {
    QRectF rect;
    std::size_t field = 0;
    int part = -1; // -1: the field as a whole
  };

  // titleHeight: of the line above a field's parts, where there is room for one.
  TreemapTiles(const Treemap& treemap, const QRectF& area, double titleHeight);
  // As a flame graph instead: fields side by side in the order of their operators, their parts below them.
  static TreemapTiles flame(const Treemap& treemap, const QRectF& area);

  // A field in front of the parts inside it.
  const std::vector<Tile>& tiles() const { return tiles_; }
  // The innermost; nullptr beside all of them.
  const Tile* at(const QPointF& point) const;

private:
  TreemapTiles() = default;

  std::vector<Tile> tiles_;
};

// chosen: whether a field stands out.
template <typename Chosen>
void paintTreemap(QPainter& painter, const Treemap& treemap, const TreemapTiles& tiles, const Theme& theme,
                  Chosen chosen);

// For a tooltip.
QString describeTile(const Treemap& treemap, const TreemapTiles::Tile& tile);
void paintTreemapTile(QPainter& painter, const Treemap& treemap, const TreemapTiles::Tile& tile, const Theme& theme,
                      bool chosen);

template <typename Chosen>
void paintTreemap(QPainter& painter, const Treemap& treemap, const TreemapTiles& tiles, const Theme& theme,
                  Chosen chosen) {
  for (const TreemapTiles::Tile& tile : tiles.tiles())
    paintTreemapTile(painter, treemap, tile, theme, chosen(treemap.fields[tile.field]));
}

} // namespace arenascope::ui
