// Notes and bookmarks on buffers and operators: what they are about, and what is said of it.
#pragma once

#include <QWidget>

#include "ui/state/annotations.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace arenascope::ui {

class NotesPanel : public QWidget {
  Q_OBJECT

public:
  NotesPanel(Selection& selection, Annotations& book, QWidget* parent = nullptr);

  // A note on what is selected, to be written at once.
  void noteSelection();

private:
  void showNotes();
  void showSelection();
  void selectSubject();
  void removeChosen();

  Selection& selection_;
  Annotations& book_;
  QTableWidget* table_;
  QPushButton* add_;
  QPushButton* remove_;
  QLabel* empty_;
  bool updating_ = false;
};

} // namespace arenascope::ui
