// Smaller versions of a model as points to choose from, by pointer or arrow keys.
#pragma once

#include <QWidget>

#include "ui/charts/pareto_chart.h"
#include "ui/views/key_focus.h"

namespace arenascope::ui {

class ParetoView : public QWidget {
  Q_OBJECT

public:
  explicit ParetoView(QWidget* parent = nullptr);

  // With its chosen point selected; nullptr: there is none.
  void setReport(const ShrinkPointer& report);
  // Bytes of arena, as a line; selects the point with the least work within it, or else the smallest.
  void setBudget(std::optional<std::uint64_t> budget);
  // Position in the report's points; nothing where there is no report.
  std::optional<std::size_t> selected() const { return marks_.selected; }
  void select(std::size_t point);
  // In the widget's pixels.
  QPointF centreOf(std::size_t point) const { return picture_->centreOf(point, layoutNow()); }
  // For a file; none where there is nothing.
  PaintPicture painter() const;

  QSize sizeHint() const override { return {380, 420}; }

signals:
  void selectionChanged();

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  ArenaLayout layoutNow() const { return picture_->layoutFor(size(), marks_.budget); }
  void hover(std::optional<std::size_t> point);

  ShrinkPointer report_;
  std::optional<ParetoChart> picture_;
  ParetoMarks marks_;
  KeyFocus* focus_ = new KeyFocus(this);
};

} // namespace arenascope::ui
