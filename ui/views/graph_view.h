// The widget of the model's graph: zoom, pan, click selects.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/charts/graph_chart.h"
#include "ui/charts/picture_export.h"
#include "ui/charts/zoom_history.h"
#include "ui/state/selection.h"
#include "ui/views/key_focus.h"
#include "ui/views/minimap.h"
#include "ui/views/selection_card.h"

namespace arenascope::ui {

class GraphView : public QWidget {
  Q_OBJECT

public:
  explicit GraphView(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // Which subgraph is shown.
  void setSubgraph(int subgraph);
  // Tensors have the colours of their buffers.
  void setColourBy(ColourBy by);
  void setHeat(GraphHeat heat);
  // All of it, or as much as can be read.
  void fit();
  // The same, to be undone.
  void resetZoom();
  void undoZoom() { show(history_.undo(shown())); }
  void redoZoom() { show(history_.redo(shown())); }
  // Where the whole graph is shown, small; empty while all of it is on screen.
  QRectF minimapBox() const;

  // All of the graph, for a file; none where there is none.
  PaintPicture painter() const;

  const GraphChart* picture() const { return picture_ ? &*picture_ : nullptr; }
  // A place of the layout in the widget, and back.
  QPointF toWidget(const QPointF& place) const { return place * scale_ + offset_; }
  QPointF toLayout(const QPointF& point) const { return (point - offset_) / scale_; }
  double scale() const { return scale_; }

signals:
  void arenaWanted(); // with what is selected
  void whatIfWanted();
  void noteWanted(); // on what is selected

protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  // What a pressed button moves.
  enum class Drag { kNone, kPan, kZoomBox, kMinimap };

  void makePicture();
  void placeCard();
  GraphMarks marks() const { return {.op = selection_.op(), .buffer = selection_.buffer(), .heat = heat_}; }
  // The part of the layout on screen; across and down.
  QRectF visible() const { return {toLayout({0, 0}), toLayout(QPointF(width(), height()))}; }
  ZoomState shown() const;
  void show(const std::optional<ZoomState>& state);
  void zoomAt(const QPointF& position, double factor);
  // Into the middle, as large as there is room.
  void showPart(const QRectF& part, double largestScale);
  void zoomToNode(int node);
  void centreOn(const QPointF& inMinimap);
  void openMenu(const QPointF& position, const QPoint& global);
  void select(int node);
  void step(int direction);
  void showSelection();
  void pan(const QPointF& distance);

  Selection& selection_;
  SelectionCard* card_;
  ReportPointer report_;
  int subgraph_ = 0;
  ColourBy colourBy_ = ColourBy::kFamily;
  GraphHeat heat_ = GraphHeat::kNone;
  std::optional<GraphChart> picture_;
  double scale_ = 1.0;
  QPointF offset_;
  QPointF pressedAt_;
  QPointF draggedTo_;
  Minimap minimap_;
  ZoomHistory history_;
  Drag drag_ = Drag::kNone;
  bool fitted_ = true; // until the user zooms or pans
  bool moved_ = false;
  KeyFocus* focus_ = new KeyFocus(this);
};

} // namespace arenascope::ui
