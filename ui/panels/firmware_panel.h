// What was found in a firmware image, how, and what it printed.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"

class QPlainTextEdit;
class QTableWidget;

namespace arenascope::ui {

class FirmwarePanel : public QWidget {
  Q_OBJECT

public:
  explicit FirmwarePanel(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);

private:
  QTableWidget* findings_;
  QPlainTextEdit* console_;
};

} // namespace arenascope::ui
