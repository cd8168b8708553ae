// Buffers placed by hand: a plan with those where the user put them, run in the background as a version beside the
// others; why it cannot be smaller.
#pragma once

#include <QWidget>

#include "ui/versions/version_list.h"
#include "ui/views/plan_view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTextBrowser;

namespace arenascope::ui {

class HandTool : public QWidget {
  Q_OBJECT

public:
  explicit HandTool(QWidget* parent = nullptr);

  // The window's finished report; nullptr: none. It is planned while the tool is open.
  void setReport(const ReportPointer& report);
  // Nothing runs while it is closed, and the plan is no longer a version.
  void setOpen(bool open);
  // The buffer with that number is to be there, whatever else the plan does.
  void pin(std::int32_t index, std::int64_t offset);
  // What the user does in the picture at the moment; empty: nothing any more.
  void say(const QString& text);

  // nullptr where there is none.
  PlanPointer plan() const { return plan_; }
  // Of the plan.
  const Pins& pins() const { return shownPins_; }
  std::optional<Version> version() const;
  bool busy() const { return job_.running(); }
  QString message() const;

signals:
  // version() may be another, or has to be drawn anew.
  void changed();

private:
  void buildLayout();
  void start();
  void showPlan(const PlanPointer& plan);
  void takeBack();
  void updateButtons();

  PlanJob job_;
  ReportPointer report_;
  PlanPointer plan_;
  Pins pins_;
  std::vector<Pins> earlier_; // before each move by hand, the last one last
  Pins shownPins_;
  bool open_ = false;
  bool stale_ = false; // the plan is not of report_

  QCheckBox* reorder_;
  QCheckBox* overlap_;
  QPushButton* enough_;
  QPushButton* undo_;
  QPushButton* release_;
  QLabel* message_;
  QTextBrowser* reason_;
};

} // namespace arenascope::ui
