// How planned buffers are told apart: by the kind of layer that writes them, each its own, by operator, or by the
// buffer's kind; with patterns besides colours, for grey print and for people who see no hues.
#pragma once

#include <QBrush>
#include <QString>
#include <vector>

#include "ui/charts/theme.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

enum class ColourBy { kTensor, kOperator, kKind, kFamily };

// One look: a colour and, drawn over it, a pattern.
struct BufferStyle {
  int colour = 0; // of Theme::buffer()
  Qt::BrushStyle pattern = Qt::SolidPattern;
};

struct LegendEntry {
  BufferStyle style;
  QString name;
};

class BufferStyles {
public:
  BufferStyles() = default;
  // patterns: false for colours alone.
  BufferStyles(const report::Report& report, ColourBy by, bool patterns);

  // Position in Report::buffers.
  const BufferStyle& of(std::size_t buffer) const { return styles_[buffer]; }
  // Empty if each buffer has a different look.
  const std::vector<LegendEntry>& legend() const { return legend_; }

private:
  void addFamilies(const report::Report& report, bool patterns);

  std::vector<BufferStyle> styles_;
  std::vector<LegendEntry> legend_;
};

inline constexpr int kSmallestPattern = 8; // pixels in which a pattern can be seen
bool canShowPattern(const QRect& box, Qt::BrushStyle pattern);
// The pattern over a rectangle that has its colour already; nothing for solid ones.
void drawPattern(QPainter& painter, const QRect& box, Qt::BrushStyle pattern, const Theme& theme);

} // namespace arenascope::ui
