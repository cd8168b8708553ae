// The look of widgets, made of the tokens: Qt's Fusion style below, its palette and one style sheet above.
#pragma once

#include <QPalette>
#include <QString>

#include "ui/style/tokens.h"

namespace arenascope::ui {

QPalette paletteOf(const Tokens& tokens);
// Widgets choose a look by the property "role": "pill", "primary", "caption", "card", ...
QString styleSheetOf(const Tokens& tokens);

} // namespace arenascope::ui
