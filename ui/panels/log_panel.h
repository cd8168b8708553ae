// The log page: what the program did, by level and words, and all that a bug report needs.
#pragma once

#include <QWidget>
#include <future>

#include "core/base/log.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace arenascope::ui {

class LogPanel : public QWidget {
  Q_OBJECT

public:
  explicit LogPanel(QWidget* parent = nullptr);
  ~LogPanel() override;

  // What is on screen: entries of the level chosen or above that hold the words searched for, a line each.
  QString text() const;
  // Puts the log as it is on screen, and what works on this machine, on the clipboard, once that is known.
  void copyBugReport();

signals:
  // What works on this machine, a line each.
  void examined(const QString& findings);
  // From whatever thread writes; to be received in this object's.
  void written(const arenascope::log::Entry& entry);

private:
  bool isShown(const log::Entry& entry) const;
  void showAll();
  void add(const log::Entry& entry);

  std::future<void> examination_;
  QComboBox* level_;
  QLineEdit* search_;
  QPlainTextEdit* lines_;
  QPushButton* copy_;
};

} // namespace arenascope::ui

Q_DECLARE_METATYPE(arenascope::log::Entry)
