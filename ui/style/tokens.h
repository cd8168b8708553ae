// Colours of the product, for light and dark surroundings: the window, its charts, and charts in files use these alone.
// Text has a contrast of 4.5 at least on the ground that it stands on.
#pragma once

#include <QColor>
#include <array>

#include "core/report/operator_family.h"

namespace arenascope::ui {

using report::Family;

// Of a family's boxes; the edge also for small marks, bars and dots.
struct Look {
  QColor fill;
  QColor edge;
};

struct Tokens {
  QColor ground;  // of the window
  QColor surface; // of columns, cards and charts
  QColor raised;  // above a surface: cards, chosen segments
  QColor sunk;    // fields, lines of code
  QColor line;    // between surfaces
  QColor hairline;
  QColor ink;
  QColor ink2; // text beside the main thing
  QColor ink3; // captions, axes
  QColor accent;
  QColor accentSoft; // behind what is selected
  QColor accentInk;  // on the accent
  QColor peak;       // the peak, and what does not fit; nothing else
  QColor peakSoft;
  QColor good;
  QColor goodSoft;
  QColor fillInk;  // on a buffer
  QColor fillInk2; // its second line
  QColor tail;
  QColor tailLine;
  QColor tailInk;
  QColor cycles;
  std::array<Look, std::size(report::kFamilies)> families;
  bool dark = false;

  const Look& of(Family family) const { return families[static_cast<std::size_t>(family)]; }
};

const Tokens& lightTokens();
const Tokens& darkTokens();
// For desktops that ask for strong contrast: 7 at least for text, 3 for lines and edges.
const Tokens& strongLightTokens();
const Tokens& strongDarkTokens();
// What the desktop asks for.
void setStrongContrast(bool strong);
// Of the window, with the contrast that the desktop asks for.
const Tokens& tokensOf(bool dark);
// By the brightness of a ground.
const Tokens& tokensOn(const QColor& ground);

} // namespace arenascope::ui
