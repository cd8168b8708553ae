// Names and sizes on buffers. Laying out text costs more than painting everything else, so it is kept from one frame to
// the next.
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QStaticText>
#include <array>
#include <vector>

#include "core/report/operator_family.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

// Where labels stand already: none is put over another one. In pixels.
class LabelRoom {
public:
  explicit LabelRoom(const QRectF& area);

  bool isFree(const QRectF& box) const;
  // Takes it where it is free.
  bool take(const QRectF& box);
  // Something else is painted there.
  void cover(const QRectF& box);

private:
  struct Cells {
    int left, top, right, bottom; // without right and bottom
  };
  Cells cellsOf(const QRectF& box) const;

  QRectF area_;
  int columns_ = 0;
  std::vector<char> taken_;
};

// How a label is written: its name in `ink`, its size in `sub`.
struct LabelInk {
  QColor ink;
  QColor sub;
};

class BufferLabels {
public:
  explicit BufferLabels(ReportPointer report) : report_(std::move(report)) {}

  // Before the labels of a picture: they are written in this font, whose size is that of body text.
  void begin(const QFont& font);
  // Name and size where both are readable, otherwise a shorter name, otherwise the size, otherwise nothing; upright
  // where a box is too narrow. Nothing is cut off, and nothing lies over what `room` has. Changes the painter's font.
  void draw(QPainter& painter, const QRect& box, std::size_t buffer, const LabelInk& ink, LabelRoom& room);

private:
  struct Text {
    QStaticText shown;
    double width = 0;
  };
  // One size of letters.
  struct Lettering {
    QFont name;
    QFont size;
    double lineHeight = 0;
    double gap = 0; // between name and size in a line
  };
  struct Label {
    bool made = false;
    std::vector<Text> names; // each shorter than the last
    Text size;
  };
  enum Letters : std::size_t { kUsual, kSmall };

  const Label& labelOf(std::size_t buffer, Letters letters);
  std::vector<QString> namesOf(std::size_t buffer) const;
  // False where nothing fits.
  bool drawIn(QPainter& painter, const QRect& box, std::size_t buffer, Letters letters, const LabelInk& ink,
              LabelRoom& room);
  bool drawLine(QPainter& painter, const QRectF& box, const Label& label, Letters letters, bool named,
                const LabelInk& ink, LabelRoom* room) const;

  ReportPointer report_;
  QFont font_;
  std::array<Lettering, 2> letterings_;
  std::array<std::vector<Label>, 2> labels_; // by letters and buffer
  std::vector<std::string> names_;           // short ones, by buffer
  std::vector<std::string> layers_;          // by row
  std::vector<int> rows_;                    // rowsByStep()
};

} // namespace arenascope::ui
