// Sizes and faces of text. Pixels at the usual text size; where the desktop asks for larger text all grow alike.
#pragma once

#include <QFont>

namespace arenascope::ui {

enum TextSize : int {
  kNumberText = 40, // the answer
  kHeadingText = 20,
  kTitleText = 15,
  kBodyText = 13,
  kSmallText = 12,
  kAxisText = 11,
};

// How much larger text is than usual; where it is smaller, 1. Needs a QGuiApplication.
double textScale();
// Pixels of the design in pixels of the window.
int scaled(double pixels);
// The face of the product, or one with figures of equal width.
QFont textFont(TextSize size, QFont::Weight weight = QFont::Normal);
QFont codeFont(TextSize size);

} // namespace arenascope::ui
