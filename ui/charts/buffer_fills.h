// How rectangles of buffers get their colours and patterns, ten thousand of them in a frame.
#pragma once

#include <QBrush>
#include <QRect>
#include <array>
#include <map>

#include "ui/charts/theme.h"

class QPainter;

namespace arenascope::ui {

// A looked-up colour costs nothing; making one of hue and brightness for each buffer does.
class BufferColours {
public:
  struct Look {
    QRgb fill = 0;
    QRgb border = 0;
  };

  // fade: how far has faded what stands back, 0 to 1.
  explicit BufferColours(const Theme& theme, double fade = 1.0);

  // index: of Theme::buffer(). strong: false for what stands back behind a selection.
  const Look& of(int index, bool strong) const {
    const std::size_t slot =
        index < 0 ? kCount + static_cast<std::size_t>(-1 - index) : static_cast<std::size_t>(index) % kCount;
    return strong ? strong_[slot] : weak_[slot];
  }

private:
  static constexpr std::size_t kCount = 96; // a multiple of the steps of brightness
  static constexpr std::size_t kAll = kCount + std::size(report::kFamilies);
  std::array<Look, kAll> strong_;
  std::array<Look, kAll> weak_;
};

// Fills with patterns. Where pixels are painted, a tile with colour and pattern in one is several times faster than a
// pattern on top of a colour.
class PatternFills {
public:
  PatternFills(QPainter& painter, const Theme& theme);

  void fill(const QRect& box, QRgb colour, Qt::BrushStyle pattern);

private:
  const QBrush& tileOf(QRgb colour, Qt::BrushStyle pattern);

  QPainter& painter_;
  const Theme& theme_;
  bool tiled_;
  std::map<std::pair<QRgb, Qt::BrushStyle>, QBrush> tiles_;
};

} // namespace arenascope::ui
