// A widget that shows one view: zoom and pan with mouse and keys, details at once where the mouse is, selection of
// bytes on their axis. What is drawn is the view's.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/charts/arena_frame.h"
#include "ui/charts/theme.h"
#include "ui/charts/zoom_history.h"
#include "ui/state/report_pointer.h"
#include "ui/views/key_focus.h"
#include "ui/views/minimap.h"

class QMenu;

namespace arenascope::ui {

class ArenaView : public QWidget {
  Q_OBJECT

public:
  explicit ArenaView(QWidget* parent = nullptr);

  // The part of the picture that is shown, in the widget's size.
  ArenaLayout layoutFor(const QSizeF& size) const;
  const AxisView& timeView() const { return time_; }
  const AxisView& bytesView() const { return bytes_; }
  void resetZoom();
  void undoZoom();
  void redoZoom();
  // Zooms the axis of bytes to a part of it.
  void showBytes(AxisRange part);
  virtual void paintPicture(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const = 0;
  // Where the whole picture is shown, small; empty while nothing is zoomed.
  QRectF minimapBox() const;

  // A line across the picture at that many bytes, for the user to drag; none removes it.
  void setArenaLine(std::optional<double> bytes);
  std::optional<double> arenaLine() const { return arenaLine_; }

  QSize sizeHint() const override { return {760, 420}; }
  QSize minimumSizeHint() const override { return {320, 200}; }

signals:
  // The user drags the line of the arena's size.
  void arenaLineMoved(double bytes);

protected:
  // Makes `picture` that of the report, or shows why there is none.
  template <typename Picture, typename... Arguments>
  void setPicture(std::optional<Picture>& picture, const ReportPointer& report, const QString& emptyMessage,
                  const Arguments&... arguments) {
    picture.reset();
    if (report == nullptr || !report->arena) {
      clearContent(report == nullptr ? emptyMessage
                                     : tr("The arena of this model is not known: see the message above."));
      return;
    }
    picture.emplace(report, arguments...);
    setContent(picture->timeRange(), picture->bytesRange());
  }
  // The same without what is pointed at or selected, for the minimap.
  virtual void paintPlain(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
    paintPicture(painter, layout, theme);
  }
  // There is something to show, of that extent.
  void setContent(AxisRange time, AxisRange bytes);
  // Below the plot, in pixels.
  virtual double stripHeight() const { return 0; }
  // Below plot and strip.
  virtual double timeAxisHeight() const { return axisHeight(); }
  // Colours are explained above the plot.
  virtual bool hasLegend() const { return true; }
  // bytes is -1 in the strip.
  virtual QString describeAt(double time, double bytes) const = 0;
  virtual void hover(double /*time*/, double /*bytes*/) {}
  virtual void clicked(double time, double bytes) = 0;
  // A range of the axis of bytes was drawn on; nothing where it was only clicked.
  virtual void bytesChosen(const std::optional<AxisRange>& /*bytes*/) {}
  virtual void stepSelection(int direction) = 0;
  // What can be done with what lies there, as actions of a menu; none: there is no menu. Chosen by a click of the right
  // button that draws no box, or with the menu key at the centre.
  virtual void fillMenu(QMenu& /*menu*/, double /*time*/, double /*bytes*/) {}
  // A range of the axis of time was drawn on, below the picture; nothing where it was only clicked.
  virtual void timesChosen(const std::optional<AxisRange>& /*times*/) {}
  // The part that F shows: that of the selection, as a range of each axis.
  virtual std::optional<ZoomState> selectedPart() const { return std::nullopt; }
  // What the cross-hair says of a time: "3 CONV_2D"; empty: there is none.
  virtual QString timeText(double /*time*/) const { return {}; }
  // Zooms both axes to a part of the picture.
  void showPart(AxisRange time, AxisRange bytes);

  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  // What a pressed button moves.
  enum class Drag { kNone, kPan, kZoomBox, kBytes, kTimes, kArenaLine, kMinimap };

  void clearContent(const QString& message);
  ZoomState shown() const { return {time_.shown(), bytes_.shown()}; }
  void show(const std::optional<ZoomState>& state);
  void zoomAt(const QPointF& position, double factor, bool timeAxis, bool bytesAxis);
  void panBy(double timeShare, double bytesShare);
  void zoomToBox(const QRectF& box);
  Drag dragAt(const QPointF& position, Qt::MouseButton button) const;
  bool onArenaLine(const QPointF& position) const;
  void dragTo(const QPointF& position);
  void showDetails(const QPointF& position, const QPoint& global);
  void openMenu(const QPointF& position);
  void forgetPointer();
  ArenaLayout wholeIn(const QSizeF& room) const;
  void centreOn(const QPointF& inMinimap);
  void paintDrag(QPainter& painter, const Theme& theme) const;
  void paintCrossHair(QPainter& painter, const Theme& theme) const;
  QPointF pointerOrCentre() const;

  AxisView time_;
  AxisView bytes_;
  Minimap minimap_;
  ZoomHistory history_;
  bool hasContent_ = false;
  KeyFocus* focus_ = new KeyFocus(this);
  QString emptyMessage_;
  std::optional<double> arenaLine_;
  std::optional<QPointF> pointer_; // over the picture, no button pressed
  QPointF pressedAt_;
  QPointF draggedTo_;
  Drag drag_ = Drag::kNone;
  bool moved_ = false;
};

} // namespace arenascope::ui
