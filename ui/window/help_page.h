// The help inside the window: what one sees, how it is worked with, which keys there are.
#pragma once

#include <QDialog>

class QMenu;

namespace arenascope::ui {

class HelpPage : public QDialog {
  Q_OBJECT

public:
  // menu: whose shortcuts are listed.
  HelpPage(const QMenu* menu, QWidget* window);
};

} // namespace arenascope::ui
