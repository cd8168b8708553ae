// Figures of equal width from a face that has them behind an OpenType feature: Qt 6.4 has no way to switch one on.
#pragma once

#include <QFont>
#include <QString>

namespace arenascope::ui {

// Whether the ten figures of a face are equally wide, so that numbers below each other line up.
bool hasTabularFigures(const QFont& font);

// The name of a family with such figures: the family itself, or a copy of it in memory that shows its tabular figures
// first. Empty where it is not installed or has none. Needs a QGuiApplication; the same on each call.
QString tabularFamily(const QString& family);
// The name that other programs know it by.
QString installedFamily(const QString& family);

} // namespace arenascope::ui
