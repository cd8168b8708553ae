// The arena at the event that is looked at, as it lies in memory.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

namespace arenascope::ui {

class StepBar : public QWidget {
  Q_OBJECT

public:
  explicit StepBar(Selection& selection, QWidget* parent = nullptr);

  // event: -1 for nothing.
  void setSnapshot(const ReportPointer& report, int event);
  QSize sizeHint() const override { return {600, 40}; }

protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

private:
  QRectF area() const;
  int blockAt(const QPointF& position) const;

  Selection& selection_;
  ReportPointer report_;
  int event_ = -1;
};

} // namespace arenascope::ui
