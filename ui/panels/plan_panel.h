// A smaller arena for the window's model: the plan beside what the interpreter does, why it cannot be smaller, and the
// model with the plan to write.
#pragma once

#include <QWidget>

#include "ui/views/plan_view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace arenascope::ui {

class ComparisonModel;
class ImageNote;

class PlanPanel : public QWidget {
  Q_OBJECT

public:
  explicit PlanPanel(QWidget* parent = nullptr);

  // The window's finished report; nullptr: none. It is planned when the panel is in view.
  void setReport(const ReportPointer& report);
  // There will be one soon.
  void setWaiting();
  // Whether somebody looks at the panel: nothing runs for one that nobody sees.
  void setInView(bool inView);
  // The buffer with that number is to be there, whatever else the plan does.
  void pin(std::int32_t index, std::int64_t offset);
  // Writes the model with the plan on screen; false and a message where it cannot be written.
  bool writeTo(const QString& path);

  PlanView* view() const { return view_; }
  // What is on screen; nullptr where nothing is.
  PlanPointer plan() const { return plan_; }
  bool busy() const { return job_.running(); }
  QString message() const;

private:
  void buildLayout();
  void start();
  void showPlan(const PlanPointer& plan);
  void showFigures();
  void takeBack();
  void chooseFile();
  void say(const QString& text);
  void updateButtons();

  PlanJob job_;
  ReportPointer report_;
  PlanPointer plan_;
  Pins pins_;
  std::vector<Pins> earlier_; // before each move by hand, the last one last
  Pins shownPins_;            // of the plan on screen
  bool inView_ = false;
  bool stale_ = false; // what is on screen is not of report_

  PlanView* view_;
  QCheckBox* reorder_;
  QCheckBox* overlap_;
  QPushButton* enough_;
  QPushButton* undo_;
  QPushButton* release_;
  QPushButton* write_;
  QLabel* message_;
  ImageNote* imageNote_;
  ComparisonModel* figures_;
  QTableView* table_;
  QTextBrowser* reason_;
};

} // namespace arenascope::ui
