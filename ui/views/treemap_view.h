// The widget of a treemap: tooltips at once, a click selects the operator.
#pragma once

#include <QWidget>

#include "ui/charts/treemap_chart.h"
#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"
#include "ui/views/key_focus.h"

namespace arenascope::ui {

class TreemapView : public QWidget {
  Q_OBJECT

public:
  TreemapView(Selection& selection, const QString& name, QWidget* parent = nullptr);

  // The report is for telling which rows are the same operator. empty: shown where there are no fields.
  void setContent(const ReportPointer& report, Treemap treemap, const QString& empty);

  // In the order of execution instead of as squares.
  void setFlame(bool flame);
  const Treemap& treemap() const { return treemap_; }
  TreemapTiles tilesNow() const;
  QSize sizeHint() const override { return {600, 220}; }

protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  bool isSelected(const TreemapField& field) const;
  void step(int direction);

  Selection& selection_;
  ReportPointer report_;
  Treemap treemap_;
  QString empty_;
  bool flame_ = false;
  KeyFocus* focus_ = new KeyFocus(this);
};

} // namespace arenascope::ui
