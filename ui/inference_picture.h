// The inference lens: planned buffers over the operators, the persistent section above them, the free space between.
#pragma once

#include <QString>
#include <optional>

#include "ui/lens_layout.h"
#include "ui/report_pointer.h"
#include "ui/theme.h"

class QPainter;

namespace arenascope::ui {

// What is pointed at or selected.
struct InferenceMarks {
  int op = -1;     // row of Report::operators
  int buffer = -1; // position in Report::buffers
};

class InferencePicture {
public:
  explicit InferencePicture(ReportPointer report);

  // Time 0 is when inputs are filled; operator i runs during [i + 1, i + 2).
  AxisRange timeRange() const;
  AxisRange bytesRange() const;

  void paint(QPainter& painter, const LensLayout& layout, const Theme& theme, const InferenceMarks& marks) const;

  // Position in Report::buffers at a place in units of the axes.
  std::optional<int> bufferAt(double time, double bytes) const;
  // Row of Report::operators at a time.
  std::optional<int> operatorAt(double time) const;
  // Everything about what lies there, for a tooltip; empty where there is nothing.
  QString describe(double time, double bytes) const;

private:
  void paintSections(QPainter& painter, const LensLayout& layout, const Theme& theme) const;
  void paintBuffers(QPainter& painter, const LensLayout& layout, const Theme& theme, const InferenceMarks& marks) const;
  void paintPeak(QPainter& painter, const LensLayout& layout, const Theme& theme) const;
  void paintTimeAxis(QPainter& painter, const LensLayout& layout, const Theme& theme,
                     const InferenceMarks& marks) const;
  QString timeText(double time) const;
  QString describeBuffer(const profile::PlannedBuffer& buffer) const;
  bool highlighted(const profile::PlannedBuffer& buffer, int index, const InferenceMarks& marks) const;

  ReportPointer report_;
  int peak_; // Report::peakOperator()
};

} // namespace arenascope::ui
