// The help inside the window: what one sees, how it is worked with, which keys there are.
#pragma once

#include <QDialog>

class QMainWindow;

namespace arenascope::ui {

class HelpPage : public QDialog {
  Q_OBJECT

public:
  // The shortcuts are those of the window's own actions.
  explicit HelpPage(QMainWindow* window);
};

} // namespace arenascope::ui
