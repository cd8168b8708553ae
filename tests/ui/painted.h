// Whether there is anything in a picture.
#pragma once

#include <QImage>
#include <QPixmap>

namespace arenascope::test {

// Not one colour everywhere.
inline bool isPainted(const QImage& image) {
  if (image.isNull()) return false;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) != image.pixel(0, 0)) return true;
  return false;
}
inline bool isPainted(const QPixmap& pixmap) { return isPainted(pixmap.toImage()); }

} // namespace arenascope::test
