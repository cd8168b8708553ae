// What would help the window's model: found in the background, the best first; the arena with the one that is selected
// beside the model's own, and the model or the header of it to write.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

class QLabel;
class QDoubleSpinBox;
class QListWidget;
class QPushButton;

namespace arenascope::ui {

class ImageNote;
class SideBySideView;

class AdvicePanel : public QWidget {
  Q_OBJECT

public:
  explicit AdvicePanel(QWidget* parent = nullptr);

  // The window's finished report; nullptr: none. What would help is looked for once it has stood for a while.
  void setReport(const ReportPointer& report);
  // There will be one soon.
  void setWaiting();
  // The suggestion of that number, from 0 on.
  void select(int suggestion);
  // Writes the selected version, or its header; false and a message where it cannot be written.
  bool writeModelTo(const QString& path);
  bool writeHeaderTo(const QString& path);
  // Asks where to, and writes the selected version.
  void saveSelected();

  SideBySideView* pictures() const { return pictures_; }
  // What was found; nullptr where nothing was, or not yet.
  const AdvicePointer& found() const { return found_; }
  bool busy() const { return job_.running() || delay_.isActive(); }
  QString message() const;

signals:
  // nullptr: what was found before holds no longer; text: what is going on.
  void foundChanged(const arenascope::ui::AdvicePointer& found, const QString& text);

private:
  void buildLayout();
  void start();
  void showFound(const AdvicePointer& found, const QString& text);
  void fillList();
  void showSelected();
  // nullptr where none is selected.
  const optimization::Suggestion* selected() const;
  bool say(bool written, const QString& text);

  AdviceJob job_;
  QTimer delay_;
  ReportPointer report_;
  AdvicePointer found_;

  QListWidget* list_;
  QDoubleSpinBox* deadline_;
  QPushButton* enough_;
  QPushButton* copy_;
  QPushButton* header_;
  QPushButton* write_;
  QLabel* message_;
  ImageNote* imageNote_;
  SideBySideView* pictures_;
};

} // namespace arenascope::ui
