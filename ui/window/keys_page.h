// All keys, in front of the window (?): those of the menus beside those of the charts.
#pragma once

#include <QTextBrowser>

class QMenu;

namespace arenascope::ui {

class KeysPage : public QTextBrowser {
  Q_OBJECT

public:
  // menu: whose shortcuts are listed.
  explicit KeysPage(const QMenu* menu, QWidget* parent = nullptr);
};

} // namespace arenascope::ui
