// Colours of the pictures, for light and dark surroundings.
#pragma once

#include <QColor>
#include <QPalette>

namespace arenascope::ui {

struct Theme {
  QColor background;
  QColor grid;
  QColor text;
  QColor weakText;
  QColor fillText; // on a buffer's colour
  QColor tail;
  QColor tailText; // on the tail's colour
  QColor temp;
  QColor free;
  QColor peak;
  QColor selection;
  QColor cycles;
  bool dark = false;

  static Theme from(const QPalette& palette);
  // For pages: always on a light ground.
  static Theme paper();
  // One of a set of fills that are told apart by hue and brightness; neighbours in number differ most.
  QColor buffer(int index) const;
};

// Of two colours (core/report/scene/buffer_colours.h).
double contrast(const QColor& a, const QColor& b);

} // namespace arenascope::ui
