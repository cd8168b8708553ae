// The help inside the window: its charts and keys, and the documentation's pages with a search in them.
#pragma once

#include <QDialog>

#include "ui/window/help_topics.h"

class QLineEdit;
class QListWidget;
class QMenu;
class QTextBrowser;

namespace arenascope::ui {

// Tables of keys, as HTML: those of the charts, and those of a menu and of the tables.
QString chartKeys();
QString windowKeys(const QMenu* menu);

class HelpPage : public QDialog {
  Q_OBJECT

public:
  // menu: whose shortcuts are listed.
  HelpPage(const QMenu* menu, QWidget* window);

private:
  void fillList();
  void showTopic(int topic);
  void follow(const QUrl& link);
  void showHeading(const QString& anchor);

  HelpTopics topics_;
  QString keys_; // HTML about this window
  QLineEdit* search_;
  QListWidget* list_;
  QTextBrowser* text_;
  int shown_ = 0;
};

} // namespace arenascope::ui
