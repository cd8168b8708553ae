// A box to paste what a device printed into, and what it means for the model on screen.
#pragma once

#include <QWidget>

#include "ui/jobs/explain_job.h"
#include "ui/report_pointer.h"

class QPlainTextEdit;
class QPushButton;

namespace arenascope::ui {

class ExplainPanel : public QWidget {
  Q_OBJECT

public:
  explicit ExplainPanel(QWidget* parent = nullptr);

  // The model that messages are explained for; its target and kernel set are tried first.
  void setReport(const ReportPointer& report);
  bool busy() const { return job_.running(); }

private:
  void start();
  void updateButton();

  ExplainJob job_;
  ReportPointer report_;
  QPlainTextEdit* message_;
  QPlainTextEdit* answer_;
  QPushButton* explain_;
};

} // namespace arenascope::ui
