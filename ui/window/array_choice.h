// Which model of a C or C++ source with several of them to open.
#pragma once

#include <QString>

class QWidget;

namespace arenascope::ui {

// Asks where there is something to ask: the path as it is, or with the chosen array's name after a colon. Empty where
// nothing was chosen.
QString chooseArray(QWidget* parent, const QString& path);

} // namespace arenascope::ui
