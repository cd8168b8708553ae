// Light or dark: as the desktop wants it, or as the user chose.
#pragma once

#include <QObject>
#include <QString>

namespace arenascope::ui {

enum class ColourScheme { kSystem, kLight, kDark };

// As it is remembered between runs.
ColourScheme chosenScheme();
QString schemeName(ColourScheme scheme);
// Remembers the choice and applies it to the whole application.
void chooseScheme(ColourScheme scheme);
// Applies what was chosen in an earlier run, and from then on follows the desktop. Once, after the application's
// beginning.
void startColourScheme();

// What the application shows now.
bool isDarkNow();

} // namespace arenascope::ui
