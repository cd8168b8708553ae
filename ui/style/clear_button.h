// The button that empties a line of text, with a name for screen readers.
#pragma once

#include <QAction>
#include <QLineEdit>

namespace arenascope::ui {

inline void addClearButton(QLineEdit& line) {
  line.setClearButtonEnabled(true);
  for (QAction* action : line.actions())
    if (action->text().isEmpty()) action->setText(QObject::tr("Clear"));
}

} // namespace arenascope::ui
