// The inference view: planned buffers over the operators, the persistent section above them, the free space between,
// and cycles under them on the same axis.
#pragma once

#include <QRectF>
#include <QString>
#include <optional>

#include "core/report/scene/arena_scene.h"
#include "ui/charts/arena_layout.h"
#include "ui/charts/buffer_labels.h"
#include "ui/charts/buffer_styles.h"
#include "ui/charts/time_scale.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

// What the user wants to see.
struct InferenceOptions {
  ColourBy colourBy = ColourBy::kTensor;
  TimeAxis timeAxis = TimeAxis::kOperators;
  bool patterns = true;
  bool cycles = true;      // the strip below
  double leastBytes = 0.0; // that the axis reaches to
};

// What is pointed at or selected.
struct InferenceMarks {
  int op = -1;                                            // row of Report::operators
  int buffer = -1;                                        // position in Report::buffers
  int hovered = -1;                                       // likewise
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

  void paint(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const InferenceMarks& marks) const;

  // Position in Report::buffers at a place in units of the axes.
  std::optional<int> bufferAt(double time, double bytes) const;
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
  std::vector<int> stepEdges(const ArenaLayout& layout) const;
  QRect boxOf(const report::PlannedBuffer& buffer, AxisRange bytes, const ArenaLayout& layout,
              const std::vector<int>& edges) const;
  // The bytes that a buffer takes, where it is.
  AxisRange placeOf(std::size_t buffer, const InferenceMarks& marks) const;
  void paintSections(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  using LabelledBox = std::pair<std::size_t, QRect>; // a buffer that is large enough for a label
  std::vector<LabelledBox> paintBuffers(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                                        const InferenceMarks& marks, const std::vector<char>& strong) const;
  // Where the head's end is touched: what placement leaves free below it.
  void paintLost(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintPeak(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  void paintArenaLine(QPainter& painter, const ArenaLayout& layout, const Theme& theme, double bytes) const;
  void paintTags(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const InferenceMarks& marks) const;
  void paintTimeAxis(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  // Under an axis that is to scale: milliseconds with a board, otherwise cycles, from the first operator on.
  void paintTimeTicks(QPainter& painter, const ArenaLayout& layout, const Theme& theme, double top) const;
  void paintOperatorMarks(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                          const InferenceMarks& marks) const;
  void paintRange(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const InferenceMarks& marks) const;
  void paintOverlay(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                    const report::Report& overlay) const;
  double paintCandidate(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                        const report::Report& overlay) const;
  // A flag on each buffer and above each operator that somebody has noted something about.
  void paintNotes(QPainter& painter, const ArenaLayout& layout, const Theme& theme, const InferenceMarks& marks) const;
  void paintCycleStrip(QPainter& painter, const ArenaLayout& layout, const Theme& theme,
                       const InferenceMarks& marks) const;
  void paintLegend(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const;
  QString stepText(int step) const;
  std::vector<char> strongBuffers(const InferenceMarks& marks) const;

  ReportPointer report_;
  InferenceOptions options_;
  TimeScale scale_;
  BufferStyles styles_;
  std::vector<std::uint64_t> cycles_; // of each step
  mutable BufferLabels labels_;       // what was laid out before
  // Its order of painting runs as the picture's pixels lie in memory: with ten thousand buffers, jumping up and down
  // costs more than the pixels do.
  report::InferenceScene scene_;
  QString headCaption_;
};

} // namespace arenascope::ui
