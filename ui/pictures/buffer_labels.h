// Names and sizes on buffers. Laying out text costs more than painting everything else, so it is kept from one frame to
// the next.
#pragma once

#include <QFont>
#include <QStaticText>
#include <vector>

#include "ui/report_pointer.h"

class QPainter;

namespace arenascope::ui {

class BufferLabels {
public:
  explicit BufferLabels(ReportPointer report) : report_(std::move(report)) {}

  // Name and size where both are readable, otherwise the size, otherwise nothing. In the painter's font and pen.
  void draw(QPainter& painter, const QRect& box, std::size_t buffer);

private:
  struct Label {
    QString name;
    double nameWidth = 0;
    QStaticText size;
    double sizeWidth = 0;
    QStaticText shownName; // shortened to fit
    double shownWidth = 0;
    int shownFor = -1; // in steps of width
  };

  Label& labelOf(std::size_t buffer, const QFont& font);
  void shorten(Label& label, double spare) const;

  ReportPointer report_;
  QFont font_;
  double lineHeight_ = 0;
  double characterWidth_ = 0;
  std::vector<Label> labels_;
};

} // namespace arenascope::ui
