// The help inside the window: what one sees, how it is worked with, which keys there are.
#pragma once

#include <QDialog>

class QMenu;

namespace arenascope::ui {

// Tables of keys, as HTML: those of the charts, and those of a menu and of the tables.
QString chartKeys();
QString windowKeys(const QMenu* menu);

class HelpPage : public QDialog {
  Q_OBJECT

public:
  // menu: whose shortcuts are listed.
  HelpPage(const QMenu* menu, QWidget* window);
};

} // namespace arenascope::ui
