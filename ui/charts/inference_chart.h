// The inference view: planned buffers over the operators, the persistent section above them, the free space between,
// and cycles under them on the same axis.
#pragma once

#include <QRectF>
#include <QString>
#include <optional>

#include "core/report/scene/arena_scene.h"
#include "core/report/scene/tail_scene.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/arena_layout.h"
#include "ui/charts/buffer_fills.h"
#include "ui/charts/buffer_labels.h"
#include "ui/charts/buffer_styles.h"
#include "ui/charts/time_scale.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

// What the user wants to see.
struct InferenceOptions {
  ColourBy colourBy = ColourBy::kFamily;
  TimeAxis timeAxis = TimeAxis::kOperators;
  bool patterns = false;
  bool cycles = true;      // the strip below
  bool legend = true;      // above the plot
  double leastBytes = 0.0; // that the axis reaches to
};

// What is pointed at or selected.
struct InferenceMarks {
  int op = -1;                                            // row of Report::operators
  int buffer = -1;                                        // position in Report::buffers
  int hovered = -1;                                       // likewise
  double fade = 1.0;                                      // how far has faded what does not belong to it, 0 to 1
  std::optional<report::ByteRange> bytes;                 // a part of the head
  std::optional<double> arenaLine;                        // an arena of that size, in bytes
  std::optional<std::pair<int, int>> rows = std::nullopt; // a range of operators, first and last row, to be summed up
  const std::vector<char>* matches = nullptr;             // by buffer: what was searched for, where something was
  const std::vector<char>* noted = nullptr;               // by buffer: there is a note on it
  const std::vector<char>* notedRows = nullptr;           // likewise by row
  const std::vector<double>* offsets = nullptr;           // by buffer: where it is while it moves, in bytes
  const report::Report* overlay = nullptr;                // the same model's with other settings: outlines
};

class InferenceChart {
public:
  explicit InferenceChart(ReportPointer report, const InferenceOptions& options = {});

  // In positions of the time scale: step 0 is when inputs are filled, operators follow.
  AxisRange timeRange() const { return scale_.range(); }
  AxisRange bytesRange() const;
  // There are cycles and they are wanted.
  bool hasStrip() const { return options_.cycles && report_->cost.has_value(); }
  // In pixels, below the plot and the strip.
  double axisHeight() const;
  // Of colours and frames, in their order.
  std::vector<LegendItem> legend(const Theme& theme) const;

  void paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const InferenceMarks& marks) const;

  // Position in Report::buffers at a place in units of the axes.
  std::optional<int> bufferAt(double time, double bytes) const;
  // Row of Report::operators that makes the peak; -1 where none does.
  int peakRow() const { return scene_.peak; }
  // Where a card of that size, in pixels, covers least: its upper left corner.
  QPointF freeCorner(const ArenaLayout& layout, const QSizeF& card) const;
  // In which it lives, in positions of the time scale.
  AxisRange timeOf(int buffer) const;
  // By buffer, whether its name, or that of the operator that writes it, has a text in it, whatever its case.
  std::vector<char> matching(const QString& text) const;
  // The rows that run in a range of time; nothing where none does.
  std::optional<std::pair<int, int>> rowsIn(AxisRange times) const;
  // Of a row, in positions of the time scale.
  AxisRange timeOfRow(int row) const;
  // Row of Report::operators at a time.
  std::optional<int> operatorAt(double time) const;
  // What is large enough to be pointed at, and what is to be said of it; the later ones lie above the others.
  struct Area {
    QRectF box;
    QString text; // as describe()
  };
  std::vector<Area> areas(const ArenaLayout& layout) const;
  // Everything about what lies there, for a tooltip; empty where there is nothing.
  QString describe(double time, double bytes) const;
  QString describeBuffer(int buffer) const;
  QString describeOperator(int op) const;

private:
  // Of one painting.
  struct Pen {
    QPainter& painter;
    const ArenaLayout& layout;
    const Theme& theme;
    const InferenceMarks& marks;
    std::vector<int> edges;   // stepEdges()
    std::vector<char> strong; // strongBuffers()
    LabelRoom room;           // what has a label
  };
  using LabelledBox = std::pair<std::size_t, QRect>; // a buffer that is large enough for a label

  std::vector<int> stepEdges(const ArenaLayout& layout) const;
  QRect boxOf(const report::PlannedBuffer& buffer, AxisRange bytes, const ArenaLayout& layout,
              const std::vector<int>& edges) const;
  // The bytes that a buffer takes, where it is.
  AxisRange placeOf(std::size_t buffer, const InferenceMarks& marks) const;
  std::vector<char> strongBuffers(const InferenceMarks& marks) const;

  // Below the buffers: what is in use at the peak, and the chosen operator's.
  void paintColumns(Pen& pen) const;
  std::vector<LabelledBox> paintBuffers(Pen& pen) const;
  void paintBox(Pen& pen, PatternFills& patterns, std::size_t buffer, const QRect& box,
                const BufferColours::Look& look) const;
  void paintLabels(Pen& pen, const std::vector<LabelledBox>& boxes) const;
  // Where the head's end is touched: what placement leaves free below it.
  void paintLost(const Pen& pen) const;
  void paintHeadLine(const Pen& pen) const;
  void paintHeadLabel(Pen& pen) const;
  // Beside the peak, below the head's end, where no buffer lies; otherwise above it.
  QPointF headLabelPlace(const Pen& pen, const QSizeF& size) const;

  // inference_tail.cc: the persistent section, and what is free below it.
  void paintTail(Pen& pen) const;
  void paintTailBlocks(Pen& pen, const QRectF& tail) const;
  void paintTailLabels(Pen& pen, const QRectF& tail) const;
  void paintGap(Pen& pen) const;

  // inference_axes.cc
  void paintLayerNumbers(const Pen& pen) const;
  // Under an axis that is to scale: milliseconds with a board, otherwise cycles, from the first operator on.
  void paintTimeTicks(const Pen& pen) const;
  void paintCycleStrip(const Pen& pen) const;
  void paintCycleBar(const Pen& pen, std::size_t step, double most) const;

  // inference_marks.cc: what is selected, noted or tried.
  void paintArenaLine(const Pen& pen, double bytes) const;
  void paintTags(const Pen& pen) const;
  void paintByteMarks(const Pen& pen) const;
  void paintRange(const Pen& pen) const;
  void paintOverlay(const Pen& pen, const report::Report& overlay) const;
  // What is tried, above the plot; answers where that begins.
  double paintCandidate(const Pen& pen, const report::Report& overlay) const;
  // A flag on each buffer and above each operator with a note.
  void paintNotes(const Pen& pen) const;

  QString stepText(int step) const;

  ReportPointer report_;
  InferenceOptions options_;
  TimeScale scale_;
  BufferStyles styles_;
  std::vector<std::uint64_t> cycles_; // of each step
  mutable BufferLabels labels_;       // what was laid out before
  // Its order of painting runs as the picture's pixels lie in memory: with ten thousand buffers, jumping up and down
  // costs more than the pixels do.
  report::InferenceScene scene_;
  report::TailScene tail_;
};

} // namespace arenascope::ui
