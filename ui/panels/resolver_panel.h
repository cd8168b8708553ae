// Which operators the firmware registers: each one's flash, and the code for it.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace arenascope::ui {

class ResolverPanel : public QWidget {
  Q_OBJECT

public:
  explicit ResolverPanel(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);

private:
  void showOperators(const report::Report& report);

  QTableWidget* table_;
  QLabel* sums_;
  QPlainTextEdit* code_;
  QPushButton* copy_;
};

} // namespace arenascope::ui
