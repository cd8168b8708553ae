// What both pictures of the arena have in common: the frame, the axis of bytes, and text that fits.
#pragma once

#include <QObject>
#include <QPainter>
#include <QString>
#include <vector>

#include "core/report/report.h"
#include "ui/charts/arena_layout.h"
#include "ui/charts/theme.h"
#include "ui/style/type.h"

namespace arenascope::ui {

double axisWidth();    // left of the plot, for bytes
double axisHeight();   // below the plot, for time
double topMargin();    // above the plot, without a legend
double legendHeight(); // of a line of text above the plot
inline constexpr double kRightMargin = 18.0;
inline constexpr double kStripHeight = 54.0; // of a strip of cycles
inline constexpr double kStripGap = 12.0;    // between the plot and the strip below it

// The plot in a picture of that size, above a strip of that height and an axis of that height (0: axisHeight()), with
// or without a line for a legend.
Box plotBox(double width, double height, double stripHeight = 0, bool legend = true, double axis = 0);
// The painter's font in another size, of the drawings in which body text has 13 pixels.
QFont fontOf(const QPainter& painter, double pixels, QFont::Weight weight = QFont::Normal);
// The strip below a plot.
Box stripBox(const Box& plot, double stripHeight);
QRectF toRect(const Box& box);

// Lines are left out where `covered` bytes lie over them.
void drawBytesAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme, AxisRange covered = {0, 0});
// Text inside a box, shortened in the middle; nothing where it would not be readable.
void drawFitting(QPainter& painter, const QRectF& box, const QString& text, Qt::Alignment alignment);
// Lines of text on a plain ground, each beside a point of the plot, inside it, and clear of those before it.
class Tags {
public:
  Tags(QPainter& painter, const ArenaLayout& layout) : painter_(painter), layout_(layout) {}

  void draw(const QPointF& at, const QString& text, const QColor& ink, const QColor& ground);
  bool covers(const QRectF& box) const;

private:
  QPainter& painter_;
  const ArenaLayout& layout_;
  std::vector<QRectF> taken_;
};
// A figure on an axis: to the left of a point of it (Qt::AlignRight), or centred below it.
void drawAxisTag(QPainter& painter, const QPointF& at, const QString& text, Qt::Alignment alignment,
                 const ArenaLayout& layout, const Theme& theme);

// Where there is nothing to show: what to do.
void drawEmpty(QPainter& painter, const QRect& box, const QString& text, const Theme& theme);
// What is being drawn with the pointer.
void drawDrag(QPainter& painter, const QRectF& box, const Theme& theme);
// Around what has the keyboard, inside the box.
void drawFocus(QPainter& painter, const QRect& box, const Theme& theme);

struct LegendItem {
  QColor colour;
  Qt::BrushStyle pattern = Qt::SolidPattern; // NoBrush: a frame of that colour
  QString name;
  QColor edge = {}; // around the colour
};
// In the margin above the plot, as many as there is room for; the last line says how many more there are.
void drawLegend(QPainter& painter, const std::vector<LegendItem>& items, const ArenaLayout& layout, const Theme& theme);
// Colour alone, 10 by 10 units, with its edge.
void drawSwatch(QPainter& painter, const QPointF& corner, const LegendItem& item, const Theme& theme);
inline constexpr double kSwatch = 10.0;

// A tooltip without its marks, for who reads it aloud and for files.
QString plainText(const QString& rich);
// "3 CONV_2D"
QString operatorTitle(const report::OperatorReport& op);
QString bytesText(double bytes);
// For labels: "4 KiB" where the other says "4.0 KiB".
QString shortBytesText(double bytes);
QString groupedText(std::uint64_t number);
// A report's sentence with the sign of numbers below zero instead of a hyphen.
QString withMinus(const std::string& text);
// "1 byte", "1,024 bytes"
QString countedText(std::uint64_t number, const char* noun = "byte");

} // namespace arenascope::ui
