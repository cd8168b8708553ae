// Cycles by operator and function: as squares, or in the order of execution.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

namespace arenascope::ui {

class TreemapView;

class FunctionsPanel : public QWidget {
  Q_OBJECT

public:
  explicit FunctionsPanel(Selection& selection, QWidget* parent = nullptr);

  // A report whose inference is still to come.
  void setReport(const ReportPointer& report);
  // Once it is complete.
  void setFinished(const ReportPointer& report);
  // Why there are no cycles yet.
  void setWaiting(const QString& why);
  TreemapView* view() const { return view_; }
  // For the row above.
  QWidget* tools() const { return tools_; }

private:
  ReportPointer report_;
  TreemapView* view_;
  QWidget* tools_;
};

} // namespace arenascope::ui
