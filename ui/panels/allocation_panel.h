// The allocation view with its player: the arena at one moment, a slider over the events, and the sentence that says
// why the arena must be as large as it is.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QLabel;
class QSlider;
class QToolButton;

namespace arenascope::ui {

class AllocationView;
class StepBar;

class AllocationPanel : public QWidget {
  Q_OBJECT

public:
  explicit AllocationPanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  AllocationView* view() const { return view_; }
  void setPlaying(bool playing);
  bool playing() const { return timer_.isActive(); }

private:
  void buildLayout();
  void showCurrent();
  void playOn();

  Selection& selection_;
  ReportPointer report_;
  QTimer timer_;
  AllocationView* view_;
  StepBar* bar_;
  QLabel* why_;
  QLabel* what_;
  QSlider* slider_;
  QToolButton* play_;
  QToolButton* toPeak_;
};

} // namespace arenascope::ui
