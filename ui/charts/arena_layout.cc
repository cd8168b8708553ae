#include "ui/charts/arena_layout.h"

#include <cmath>

namespace arenascope::ui {

double tickStep(double unitsPerPixel, double minPixels, bool binary) {
  const double wanted = std::max(unitsPerPixel * minPixels, 1.0);
  if (binary) return std::exp2(std::ceil(std::log2(wanted)));
  const double decade = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (decade * factor >= wanted) return decade * factor;
  return decade * 10.0;
}

} // namespace arenascope::ui
