// A box to paste into what a device printed of its operators' times, and how far this program's cycles are off.
#pragma once

#include <QWidget>

#include "ui/charts/calibration_chart.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace arenascope::ui {

class CalibrationView;

class CalibratePanel : public QWidget {
  Q_OBJECT

public:
  explicit CalibratePanel(QWidget* parent = nullptr);

  // The model that logs are of, on its board.
  void setReport(const ReportPointer& report);
  bool busy() const { return job_.running(); }
  // For a file; none where nothing was compared.
  PaintPicture painter() const;

signals:
  // A board's file was written.
  void boardSaved();

private:
  void buildLayout();
  void openLog();
  void start();
  void showResult();
  void keepBoard();
  void updateButtons();

  CalibrateJob job_;
  ReportPointer report_;
  QString logName_;
  QPlainTextEdit* log_;
  QLabel* conclusion_;
  CalibrationView* view_;
  QPlainTextEdit* details_;
  QPushButton* compare_;
  QPushButton* open_;
  QPushButton* keep_;
};

} // namespace arenascope::ui
