// Names and sizes on buffers. Laying out text costs more than painting everything else, so it is kept from one frame to
// the next.
#pragma once

#include <QFont>
#include <QStaticText>
#include <array>
#include <vector>

#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

class BufferLabels {
public:
  explicit BufferLabels(ReportPointer report) : report_(std::move(report)) {}

  // Name and size where both are readable, otherwise the operator's name or number and the size, otherwise the size,
  // otherwise nothing; upright where a box is too narrow. Nothing is cut off. In the painter's font and pen.
  void draw(QPainter& painter, const QRect& box, std::size_t buffer);

private:
  struct Text {
    QStaticText shown;
    double width = 0; // 0: there is none
  };
  struct Label {
    std::array<Text, 3> names; // the buffer's, its operator's with the number, the number; each shorter than the last
    Text size;
  };

  const Label& labelOf(std::size_t buffer, const QFont& font);
  Label made(std::size_t buffer) const;
  // The longest name that is no wider; nullptr: none.
  static const Text* nameWithin(const Label& label, double width);
  // Name and size in one line, or the size alone.
  void drawLine(QPainter& painter, const Label& label, const QPointF& middle, double width) const;

  ReportPointer report_;
  QFont font_;
  double lineHeight_ = 0;
  double gap_ = 0; // between name and size in a line
  std::vector<Label> labels_;
  std::vector<std::string> names_; // short ones
  std::vector<int> rows_;          // rowsByStep()
};

} // namespace arenascope::ui
