// Colours of the pictures, for light and dark surroundings.
#pragma once

#include <QColor>
#include <QPalette>
#include <array>

#include "ui/style/tokens.h"

namespace arenascope::ui {

struct Theme {
  QColor background;
  QColor grid; // inside a plot
  QColor line; // around it
  QColor text;
  QColor weakText;
  QColor faintText; // on axes
  QColor fillText;  // on a buffer's colour
  QColor fillSub;   // its second line
  QColor tail;
  QColor tailLine;
  QColor tailText; // on the tail's colour
  QColor temp;
  QColor free;
  QColor peak;
  QColor good;
  QColor selection;
  QColor selectionSoft; // a field of it, behind text
  QColor cycles;
  std::array<Look, std::size(report::kFamilies)> families;
  bool dark = false;

  static Theme from(const QPalette& palette);
  static Theme of(const Tokens& tokens);
  // For pages: always on a light ground.
  static Theme paper();
  // One of a set of fills that are told apart by hue and brightness; neighbours in number differ most. familyColour():
  // a family's.
  QColor buffer(int index) const;
  QColor edge(int index) const;
  const Look& family(report::Family family) const { return families[static_cast<std::size_t>(family)]; }
};

// The number of a family's colour, for Theme::buffer().
constexpr int familyColour(report::Family family) { return -1 - static_cast<int>(family); }

// Between two colours; share: 0 to 1, of the second.
QColor mixed(const QColor& first, const QColor& second, double share);

// Of two colours (core/report/scene/buffer_colours.h).
double contrast(const QColor& a, const QColor& b);

} // namespace arenascope::ui
