// All figures of a report in a list, each with its help, and what is to be said of them.
#pragma once

#include <QWidget>

#include "core/report/figures.h"
#include "ui/state/report_pointer.h"

class QFormLayout;
class QLabel;

namespace arenascope::ui {

class FigureList : public QWidget {
  Q_OBJECT

public:
  explicit FigureList(QWidget* parent = nullptr);

  // nullptr: none.
  void setReport(const ReportPointer& report);

private:
  QLabel* addRow(report::FigureId id);
  void showArena(const report::Report& report);
  void showExplanation(const report::Report& report);
  void showCost(const report::Report& report);

  QFormLayout* rows_;
  QLabel* minimum_;
  QLabel* used_;
  QLabel* head_;
  QLabel* tail_;
  QLabel* temp_;
  QLabel* stack_;
  QLabel* weights_;
  QLabel* cycles_;
  QLabel* instructions_;
  QLabel* overhead_;
  QLabel* explanation_;
  QLabel* accuracy_;
};

} // namespace arenascope::ui
