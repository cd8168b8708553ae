// Where the weights are: in the model, in flash, not in the arena.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QLabel;

namespace arenascope::ui {

class BoardBars;
class TreemapView;

class WeightsPanel : public QWidget {
  Q_OBJECT

public:
  explicit WeightsPanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  TreemapView* view() const { return view_; }

private:
  TreemapView* view_;
  QLabel* caption_;
  BoardBars* bars_;
};

} // namespace arenascope::ui
