// What the persistent section consists of, and what one could save of it.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QComboBox;
class QLabel;

namespace arenascope::ui {

class TreemapView;

class TailPanel : public QWidget {
  Q_OBJECT

public:
  explicit TailPanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  TreemapView* view() const { return view_; }

private:
  void showTail();

  ReportPointer report_;
  TreemapView* view_;
  QComboBox* order_;
  QLabel* sum_;
  QLabel* savings_;
};

} // namespace arenascope::ui
