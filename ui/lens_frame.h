// What both pictures of the arena have in common: the frame, the axis of bytes, and text that fits.
#pragma once

#include <QPainter>
#include <QString>

#include "ui/lens_layout.h"
#include "ui/theme.h"

namespace arenascope::ui {

inline constexpr double kAxisWidth = 78.0;  // left of the plot, for bytes
inline constexpr double kAxisHeight = 40.0; // below the plot, for time
inline constexpr double kTopMargin = 26.0;  // above the plot, for a line of text
inline constexpr double kRightMargin = 14.0;

// The plot in a picture of that size.
Box plotBox(double width, double height);
QRectF toRect(const Box& box);

void drawBytesAxis(QPainter& painter, const LensLayout& layout, const Theme& theme);
// Text inside a box, shortened in the middle; nothing where it would not be readable.
void drawFitting(QPainter& painter, const QRectF& box, const QString& text, Qt::Alignment alignment);
QString bytesText(double bytes);
QString groupedText(std::uint64_t number);

} // namespace arenascope::ui
