// A box to paste what a device printed into, and what it means for the model on screen.
#pragma once

#include <QWidget>

#include "ui/jobs/explain_job.h"
#include "ui/state/report_pointer.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace arenascope::ui {

class ExplainPanel : public QWidget {
  Q_OBJECT

public:
  explicit ExplainPanel(QWidget* parent = nullptr);

  // The model that messages are explained for; its target and kernel set are tried first.
  void setReport(const ReportPointer& report);
  // What the copy button puts on the clipboard; empty where no size is known.
  QString sizeLine() const { return sizeLine_; }
  bool busy() const { return job_.running(); }

private:
  void start();
  void showAnswer(const service::ExplainedText& explained);
  void updateButton();

  ExplainJob job_;
  ReportPointer report_;
  QString sizeLine_;
  QPlainTextEdit* message_;
  QLabel* size_; // what to write into the firmware, where that is known
  QPlainTextEdit* answer_;
  QPushButton* explain_;
  QPushButton* copy_;
};

} // namespace arenascope::ui
