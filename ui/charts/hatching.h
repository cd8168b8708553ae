// Patterns that are there in every file: most readers of SVG leave out those of Qt's brushes.
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace arenascope::ui {

void fillPattern(QPainter& painter, const QRectF& box, const QColor& ink, Qt::BrushStyle pattern);

} // namespace arenascope::ui
