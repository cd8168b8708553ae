// A widget that shows one lens: zoom and pan with mouse and keys, tooltips, selection. What is drawn is the lens's.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/lens_layout.h"
#include "ui/report_pointer.h"
#include "ui/theme.h"

namespace arenascope::ui {

class LensView : public QWidget {
  Q_OBJECT

public:
  explicit LensView(QWidget* parent = nullptr);

  // The part of the picture that is shown, in the widget's size.
  LensLayout layoutFor(const QSizeF& size) const;
  const AxisView& timeView() const { return time_; }
  void resetZoom();
  // Zooms the axis of bytes to a part of it.
  void showBytes(AxisRange part);
  // The whole picture, not zoomed, for export.
  virtual void paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const = 0;
  LensLayout fullLayout(const QSizeF& size) const;

  QSize sizeHint() const override { return {760, 420}; }
  QSize minimumSizeHint() const override { return {320, 200}; }

protected:
  // Makes `picture` that of the report, or shows why there is none.
  template <typename Picture>
  void setPicture(std::optional<Picture>& picture, const ReportPointer& report, const QString& emptyMessage) {
    picture.reset();
    if (report == nullptr || !report->arena) {
      clearContent(report == nullptr ? emptyMessage
                                     : tr("The arena of this model is not known: see the message above."));
      return;
    }
    picture.emplace(report);
    setContent(picture->timeRange(), picture->bytesRange());
  }
  virtual QString tooltipAt(double time, double bytes) const = 0;
  virtual void clicked(double time, double bytes) = 0;
  virtual void stepSelection(int direction) = 0;

  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  // There is something to show, of that extent.
  void setContent(AxisRange time, AxisRange bytes);
  void clearContent(const QString& message);
  void zoomAt(const QPointF& position, double factor, bool timeAxis, bool bytesAxis);
  void panBy(double timeShare, double bytesShare);

  AxisView time_;
  AxisView bytes_;
  bool hasContent_ = false;
  QString emptyMessage_;
  QPointF pressedAt_;
  QPointF draggedTo_;
  bool dragging_ = false;
};

} // namespace arenascope::ui
