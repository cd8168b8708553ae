// Divides a rectangle into smaller ones of given sizes, as square as they can be.
#pragma once

#include <QRectF>
#include <vector>

namespace arenascope::ui {

// One rectangle for each size, in their order; areas are in proportion. Sizes fall best from large to small; those that
// are not above zero get an empty rectangle.
std::vector<QRectF> treemapLayout(const QRectF& area, const std::vector<double>& sizes);

} // namespace arenascope::ui
